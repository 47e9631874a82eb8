"""The fictional league, and the same with more or less of something."""

from dataclasses import replace
from functools import cache

from rosters.makers.base import Subject
from rosters.makers.invented import invented_subjects


@cache
def subjects() -> tuple[Subject, ...]:
    return tuple(invented_subjects("eras"))


def changed(part: str, **times: float) -> list[Subject]:
    """The league with some counts of everybody's so many times."""
    found = []
    for subject in subjects():
        line = getattr(subject.season, part)
        if line is not None:
            counts = {name: round(by * getattr(line, name)) for name, by in times.items()}
            season = replace(subject.season, **{part: replace(line, **counts)})
            subject = replace(subject, season=season)
        found.append(subject)
    return found
