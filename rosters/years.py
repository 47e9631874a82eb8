"""Years as people write them: ``1986, 1998-2001``. Pure."""

from __future__ import annotations

import re

from config.refusals import Refusal, Refused

MOST_YEARS = 200


def span(text: str) -> range:
    """One year or a span of them; ``not-years`` for anything else."""
    found = re.fullmatch(r"([0-9]{4})(?:\s*[-–]\s*([0-9]{4}))?", text.strip())
    if found is None or not 0 <= int(found[2] or found[1]) - int(found[1]) < MOST_YEARS:
        raise Refused(
            Refusal(
                "not-years", f"{text!r} is neither a year nor a span such as 1998-2001.", "years"
            )
        )
    return range(int(found[1]), int(found[2] or found[1]) + 1)


def read_years(text: str) -> list[int]:
    """Years and spans, separated by commas or blanks, in order; none for an empty text."""
    closed = "-".join(part.strip() for part in re.split("[-–]", text))
    return sorted({year for word in re.split(r"[\s,;]+", closed) if word for year in span(word)})


def write_years(years: list[int]) -> str:
    """The shortest way to write them: ``1986, 1998–2001``."""
    spans: list[list[int]] = []
    for year in sorted(set(years)):
        if spans and year == spans[-1][-1] + 1:
            spans[-1].append(year)
        else:
            spans.append([year])
    return ", ".join(str(one[0]) if len(one) == 1 else f"{one[0]}–{one[-1]}" for one in spans)
