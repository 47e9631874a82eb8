"""Who may view a pitching sheet, and who may sign it."""

from django.http import Http404

from config.inputs import whole_number
from config.live.topics import Concern
from config.people import scopes
from config.people.scopes import Visitor
from pitching.models import PitchingSheet, SheetSeries
from rosters.models import TeamMember


def visible_sheet(user: Visitor, pk: int) -> PitchingSheet:
    """The sheet, for users who may view its event; 404 for everybody else."""
    sheet = PitchingSheet.objects.select_related("team", "previous").filter(pk=pk).first()
    if sheet is None or not scopes.may_view(user, sheet.scope):
        raise Http404("No such sheet.")
    return sheet


def may_watch(user: Visitor, key: str) -> bool:
    """Whether the user may receive live updates of the sheet with this key."""
    number = whole_number(key)
    if number is None:
        return False
    try:
        visible_sheet(user, number)
    except Http404:
        return False
    return True


def concern_of_sheet(user: Visitor, key: str) -> Concern | None:
    """The event and the club of a sheet."""
    sheet = PitchingSheet.objects.filter(pk=int(key)).first()
    return None if sheet is None else Concern(sheet.scope, (sheet.team_id,))


def may_direct(user: Visitor, sheet: PitchingSheet) -> bool:
    return scopes.may_direct(user, sheet.scope)


def may_sign(user: Visitor, sheet: PitchingSheet) -> frozenset[int]:
    """The series of the sheet, by primary key, that the user may sign: those in which the user is
    the opponent, for a director all; no manager signs their own sheet (T10.2s)."""
    if not user.is_authenticated:
        return frozenset()
    own_teams = TeamMember.objects.filter(user_id=user.pk).values("team")
    rows = SheetSeries.objects.filter(sheet=sheet).exclude(sheet__team__in=own_teams)
    if not may_direct(user, sheet):
        rows = rows.filter(opponent__in=own_teams)
    return frozenset(rows.values_list("pk", flat=True))


def may_act(user: Visitor, sheet: PitchingSheet) -> bool:
    """Whether the user may act on the sheet: managers of its club and of its opponents, and
    directors."""
    if not user.is_authenticated:
        return False
    clubs = SheetSeries.objects.filter(sheet=sheet).values("opponent")
    return (
        may_direct(user, sheet)
        or TeamMember.objects.filter(user_id=user.pk, team=sheet.team_id).exists()
        or TeamMember.objects.filter(user_id=user.pk, team__in=clubs).exists()
    )
