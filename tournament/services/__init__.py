"""Writes. One use case = one function = one transaction = one journal entry (and those of what follows by itself)."""
