"""The card game of a Schnapsen tournament: verifies what was recorded. It never plays and never stores."""
