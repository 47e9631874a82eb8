"""The paper size for printing an event."""

A4, LETTER = "a4", "letter"
PAPERS = {A4: "A4", LETTER: "US Letter"}

_AMERICA = """
    Adak Anchorage Atikokan Atka Bahia_Banderas Blanc-Sablon Boise Cambridge_Bay Cancun Chicago
    Chihuahua Ciudad_Juarez Creston Dawson Dawson_Creek Denver Detroit Edmonton Ensenada Fort_Nelson
    Fort_Wayne Glace_Bay Goose_Bay Halifax Hermosillo Indianapolis Inuvik Iqaluit Juneau Knox_IN
    Los_Angeles Louisville Matamoros Mazatlan Menominee Merida Metlakatla Mexico_City Moncton
    Monterrey Montreal New_York Nipigon Nome Ojinaga Pangnirtung Phoenix Rainy_River Rankin_Inlet
    Regina Resolute Santa_Isabel Shiprock Sitka St_Johns Swift_Current Thunder_Bay Tijuana Toronto
    Vancouver Whitehorse Winnipeg Yakutat Yellowknife
"""
_ZONES = frozenset(f"America/{name}" for name in _AMERICA.split()) | {
    *("EST", "EST5EDT", "CST6CDT", "MST", "MST7MDT", "PST8PDT", "HST", "Navajo"),
    "Pacific/Honolulu",
}
_BEGINNINGS = (
    *("US/", "Canada/", "Mexico/"),
    *("America/Indiana/", "America/Kentucky/", "America/North_Dakota/"),
)


def paper_used_in(time_zone: str) -> str:
    """Return the usual paper size in a time zone: Letter in the United States, Canada and Mexico,
    A4 elsewhere."""
    return LETTER if time_zone in _ZONES or time_zone.startswith(_BEGINNINGS) else A4
