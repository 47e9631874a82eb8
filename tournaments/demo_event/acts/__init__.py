"""What people do in an event, act by act, each through the API."""
