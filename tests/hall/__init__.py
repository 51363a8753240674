"""A full hall for tests of the running program: phones that tap, boards and desks that look, over real connections."""
