"""The only place that writes what clubs lay down before games."""
