"""The only writers of this room: one module for each thing that is written."""
