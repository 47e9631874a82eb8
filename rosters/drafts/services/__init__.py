"""The only writers of drafts."""
