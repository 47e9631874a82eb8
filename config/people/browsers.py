"""Browser names in words, so that users recognize their own sessions."""

PROGRAMS = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
    ("curl", "curl"),
    ("python", "a Python program"),
)
"""By a part of the user agent, first match wins: many contain the names of others as well."""

SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


def browser_of(agent: str) -> str:
    """``Firefox on Linux``."""
    program = next((name for part, name in PROGRAMS if part in agent), "")
    system = next((name for part, name in SYSTEMS if part in agent), "")
    if program and system:
        return f"{program} on {system}"
    return program or system or "an unknown browser"
