"""The rules of the tournament, pure: no Django, no database, no clock, no chance of its own."""
