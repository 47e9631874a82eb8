"""Baseball's number formats. Pure functions; an unknown value is a dash."""

from fractions import Fraction
from typing import Any

NOTHING = "–"
MINUS = "−"


def pct(value: Any) -> str:
    """5/8 -> ".625", 1 -> "1.000"; halves round up, as in print: 9/16 -> ".563"."""
    if value is None or value == "":
        return NOTHING
    if isinstance(value, str):
        return value
    whole, thousandths = divmod(int(Fraction(value) * 1000 + Fraction(1, 2)), 1000)
    return f"{whole or ''}.{thousandths:03}"


def half_games(value: Any) -> str:
    """Games behind: 0 -> dash, 1.5 -> "1½"."""
    if value is None or value == "":
        return NOTHING
    if isinstance(value, str):
        return value
    halves = round(Fraction(value) * 2)
    if halves == 0:
        return NOTHING
    sign = "+" if halves < 0 else ""
    whole, half = divmod(abs(halves), 2)
    return sign + (str(whole) if whole else "") + ("½" if half else "")


def signed(value: Any) -> str:
    """5 -> "+5", -3 -> "−3", 0 -> "0"."""
    if value is None or value == "":
        return NOTHING
    number = round(float(value), 2)
    shown = f"{abs(number):g}"
    return shown if number == 0 else ("+" if number > 0 else MINUS) + shown


def plain(value: Any) -> str:
    """17.35 -> "17.35", 5.0 -> "5"; a dash for None."""
    if value is None or value == "":
        return NOTHING
    return f"{round(float(value), 2):g}"


def two_places(value: Any) -> str:
    """9/2 -> "4.50"."""
    return NOTHING if value is None or value == "" else f"{float(value):.2f}"


def record(value: Any) -> str:
    """(5, 2) -> "5–2"; a string is shown as it is."""
    if value is None or value == "":
        return NOTHING
    if isinstance(value, str):
        return value
    return NOTHING.join(str(part) for part in value)


def innings(outs: Any) -> str:
    """Outs -> innings: 20 -> "6.2"."""
    if outs is None or outs == "":
        return NOTHING
    whole, part = divmod(int(outs), 3)
    return f"{whole}.{part}"
