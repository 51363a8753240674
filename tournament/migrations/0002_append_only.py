from django.db import migrations

from tournament.models.append_only import create_triggers, drop_triggers


class Migration(migrations.Migration):
    dependencies = [("tournament", "0001_initial")]

    operations = [
        migrations.RunPython(
            lambda apps, schema_editor: create_triggers(schema_editor),
            lambda apps, schema_editor: drop_triggers(schema_editor),
        )
    ]
