"""The only writers of this app, one module for each kind of object."""
