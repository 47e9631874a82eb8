"""Tournaments, their tables, people and invites as the API gives and takes them."""

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from config.journal.models import Action
from config.people.models import LONGEST_ADDRESS
from config.rest import ErrorRefusalSerializer, MostItems, Values, WholeNumberField
from games.api.schemas import GameSerializer
from rosters.api.teams import TeamPlanSerializer, TeamSerializer
from rosters.models import Card, CardSet, TeamMember
from rosters.rules.editions.edition import to_json
from rosters.rules.editions.presets import PURESTRAT_2013, Preset
from tournaments.models import Entrant, EventRecord, Finish, Invite, Tournament, TournamentRole
from tournaments.selectors.league import Meeting
from tournaments.selectors.odds import RoundOdds
from tournaments.selectors.records import stages_played
from tournaments.services import invites


class TournamentSerializer(serializers.ModelSerializer[Tournament]):
    class Meta:
        model = Tournament
        fields: tuple[str, ...] = (
            "slug",
            "name",
            "system",
            "settings",
            "state",
            "visibility",
            "created_at",
        )
        read_only_fields = fields

    system = serializers.CharField(source="system_key")


class EntrantSerializer(serializers.ModelSerializer[Entrant]):
    class Meta:
        model = Entrant
        fields = ("number", "division", "team")
        read_only_fields = fields

    team = TeamSerializer()


class WholeTournamentSerializer(TournamentSerializer):
    class Meta(TournamentSerializer.Meta):
        fields = (*TournamentSerializer.Meta.fields, "card_set", "edition_preset", "entrants")
        read_only_fields = fields

    card_set = serializers.SlugRelatedField[CardSet](
        slug_field="slug", read_only=True, allow_null=True, help_text="In games with cards."
    )
    entrants = serializers.SerializerMethodField()

    @extend_schema_field(EntrantSerializer(many=True))
    def get_entrants(self, tournament: Tournament) -> list[Values]:
        entrants = tournament.entrants.select_related("team").order_by("number")
        return list(EntrantSerializer(entrants, many=True).data)


# As many as are read, so that the services can say what is wrong with one too many.
MOST_CLUBS = 100
MOST_OPTIONS = 100


class FormatSerializer(serializers.Serializer[Any]):
    """How a tournament is played, where its plan and a change of its options both say it."""

    legs = WholeNumberField(default=2)
    series_length = WholeNumberField(default=3)
    home_pattern = serializers.CharField(default="", allow_blank=True, max_length=16)
    card_set = serializers.CharField(
        default="", allow_blank=True, max_length=80, help_text="Slug, for games with cards."
    )


class PlanSerializer(FormatSerializer):
    name = serializers.CharField(max_length=80)
    system = serializers.CharField(max_length=32)
    settings = serializers.DictField(
        default=dict,
        validators=[MostItems(MOST_OPTIONS)],
        help_text="Options of the system by key.",
    )
    clubs: Any = serializers.ListSerializer(child=TeamPlanSerializer(), max_length=MOST_CLUBS)
    preset = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=32,
        help_text="A format of stages, instead of legs, series_length and home_pattern.",
    )
    visibility = serializers.CharField(default=Tournament.Visibility.PUBLIC, max_length=12)
    edition_preset = serializers.CharField(
        default=PURESTRAT_2013.key, max_length=32, help_text="In games that follow a rule edition."
    )
    edition_fields = serializers.DictField(
        default=dict, validators=[MostItems(MOST_OPTIONS)], help_text="Its changed fields, by part."
    )


class EditionChangeSerializer(serializers.Serializer[Any]):
    preset = serializers.CharField(max_length=32)
    fields_changed = serializers.DictField(
        default=dict, validators=[MostItems(MOST_OPTIONS)], help_text="By part, then by field."
    )


class EditionSerializer(serializers.Serializer[Any]):
    preset = serializers.CharField()
    frozen = serializers.BooleanField(help_text="Play has begun.")
    edition = serializers.DictField(help_text="Every field by part.")
    fields_changed = serializers.DictField(help_text="What differs from the preset.")


class PresetSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    name = serializers.CharField()
    document = serializers.CharField()
    date = serializers.CharField()
    besides = serializers.ListField(
        child=serializers.CharField(), help_text="Rules that no field holds."
    )
    edition = serializers.SerializerMethodField(help_text="Every field by part.")

    @extend_schema_field({"type": "object", "additionalProperties": {}})
    def get_edition(self, preset: Preset) -> Values:
        return dict(to_json(preset.edition))


class OptionsSerializer(FormatSerializer):
    settings = serializers.DictField(
        validators=[MostItems(MOST_OPTIONS)], help_text="Options of the system by key."
    )


class ClubsSerializer(serializers.Serializer[Any]):
    clubs: Any = serializers.ListSerializer(child=TeamPlanSerializer(), max_length=MOST_CLUBS)


class ReplaySerializer(serializers.Serializer[Any]):
    year = serializers.IntegerField(min_value=1, max_value=9999)
    league = serializers.CharField(
        max_length=4, allow_blank=True, help_text="As the source writes it: NL."
    )


class RealLeagueSerializer(serializers.Serializer[Any]):
    year = serializers.IntegerField()
    league = serializers.CharField()
    name = serializers.CharField()
    clubs = serializers.IntegerField()


class SquadRowSerializer(serializers.Serializer[Any]):
    team = serializers.CharField(
        max_length=60, help_text="A club's name, its letters or its number."
    )
    player = serializers.CharField(
        max_length=120, help_text="A whole name, a card's key, or a ballpark's name."
    )
    card = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=2**63 - 1,
        help_text="The card that is meant, where the name could be two.",
    )


class SquadsSerializer(serializers.Serializer[Any]):
    rows = serializers.ListField(child=SquadRowSerializer(), min_length=1, max_length=2000)


class EnteredSerializer(serializers.Serializer[Any]):
    clubs = serializers.IntegerField(help_text="That have a squad of these rows.")


class VisibilitySerializer(serializers.Serializer[Any]):
    visibility = serializers.ChoiceField(choices=Tournament.Visibility.choices)


class StandingSerializer(serializers.Serializer[Any]):
    rank = serializers.CharField(help_text="2= where it is shared.")
    entrant = serializers.IntegerField(help_text="Its number.")
    team = serializers.CharField()
    evidence = serializers.CharField(help_text="What decided a tie.")
    metrics = serializers.DictField(child=serializers.CharField())


class HeldCardSerializer(serializers.ModelSerializer[Card]):
    class Meta:
        model = Card
        fields = ("id", "name", "kind", "positions", "bats", "throws")
        read_only_fields = fields


class HeldSquadSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(help_text="Its plans are at `squads/<id>/`.")
    entrant = serializers.IntegerField(help_text="Number of the club that holds it.")
    sheet = serializers.IntegerField(
        allow_null=True, help_text="Its pitching sheet; null before the first game."
    )
    cards = HeldCardSerializer(many=True, help_text="In the order they came.")


class ReportLineSerializer(serializers.Serializer[Any]):
    entrant = serializers.IntegerField()
    club = serializers.CharField()
    managers = serializers.CharField(help_text="Names, partners among them; empty: the house.")
    place = serializers.CharField()
    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    playoff_wins = serializers.IntegerField(help_text="Byes as the wins that take their series.")
    points = serializers.CharField(help_text="Of the season, as they are printed.")
    points_to = serializers.CharField(
        help_text="Who is given them: of partners the one they declared, or who is ahead that "
        "year; empty where nobody is."
    )


class EventReportSerializer(serializers.Serializer[Any]):
    write_up = serializers.CharField(help_text="Empty until there is a winner.")
    winners = serializers.ListField(child=serializers.IntegerField(), help_text="Entrants.")
    runner_up = serializers.IntegerField(allow_null=True)
    games = serializers.IntegerField(help_text="That count.")
    formula = serializers.CharField(help_text="Of the season points, in words.")
    lines = ReportLineSerializer(many=True, help_text="Most points first.")


class LeaderSerializer(serializers.Serializer[Any]):
    rank = serializers.CharField(help_text="2= where men are level.")
    card = serializers.IntegerField()
    name = serializers.CharField()
    team = serializers.IntegerField()
    value = serializers.CharField(help_text="As it is printed.")
    games = serializers.IntegerField(help_text="That he was in, of those that are covered.")


class LeaderTableSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    qualified = serializers.BooleanField(
        help_text="Only men are compared who have played enough of their clubs' covered games."
    )
    leaders = LeaderSerializer(many=True, help_text="At most five.")
    more = serializers.IntegerField(help_text="Who are level with the last of them.")


class CoveredClubSerializer(serializers.Serializer[Any]):
    team = serializers.IntegerField()
    games = serializers.IntegerField()
    covered = serializers.IntegerField()


class LeadersSerializer(serializers.Serializer[Any]):
    """Who leads in the games that count, as far as their players' lines are known."""

    games = serializers.IntegerField(help_text="That count for the tables of the season.")
    covered = serializers.IntegerField(help_text="Those in which the players' lines are known.")
    waiting = serializers.IntegerField(help_text="Known games that are being counted.")
    clubs = CoveredClubSerializer(many=True)
    batting = LeaderTableSerializer(many=True)
    pitching = LeaderTableSerializer(many=True)
    awards = LeaderTableSerializer(
        many=True, help_text="Candidates: runs created, and points of pitchers."
    )


class EventDraftSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(help_text="All of it is at `drafts/<id>/`.")
    state = serializers.CharField()


class MeetingSerializer(serializers.Serializer[Any]):
    home = serializers.IntegerField()
    away = serializers.IntegerField(allow_null=True, help_text="Null: the home entrant has a bye.")
    series = serializers.IntegerField(allow_null=True)
    state = serializers.CharField()
    home_wins = serializers.IntegerField()
    away_wins = serializers.IntegerField()


class MeetingInRoundSerializer(MeetingSerializer):
    round = serializers.IntegerField()


class MemberSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    role = serializers.ChoiceField(choices=TeamMember.Role.choices)


class ClubSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    team = TeamSerializer()
    standing = StandingSerializer(allow_null=True, help_text="Null: it is out of the pool.")
    meetings = MeetingInRoundSerializer(many=True)
    people = MemberSerializer(many=True)


class NewsSerializer(serializers.Serializer[Any]):
    tournament = serializers.CharField(help_text="Its slug.")
    meeting = MeetingSerializer()


class RoundSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField()
    state = serializers.CharField()
    meetings = MeetingSerializer(many=True)


class CrossLineSerializer(serializers.Serializer[Any]):
    entrant = serializers.IntegerField()
    against = serializers.ListField(
        child=serializers.CharField(allow_null=True),
        help_text="Won-lost against each, in the order of the lines; null against itself.",
    )


class CourseSerializer(serializers.Serializer[Any]):
    entrant = serializers.IntegerField()
    above_even = serializers.ListField(
        child=serializers.IntegerField(), help_text="At the start and after each round."
    )


class RoleHolderSerializer(serializers.ModelSerializer[TournamentRole]):
    class Meta:
        model = TournamentRole
        fields = ("id", "role", "name", "email")
        read_only_fields = fields

    name = serializers.CharField(source="user.name")
    email = serializers.EmailField(source="user.email")


class ClubMemberSerializer(serializers.ModelSerializer[TeamMember]):
    class Meta:
        model = TeamMember
        fields = ("id", "team", "role", "name", "email")
        read_only_fields = fields

    name = serializers.CharField(source="user.name")
    email = serializers.EmailField(source="user.email")


class PeopleSerializer(serializers.Serializer[Any]):
    roles = RoleHolderSerializer(many=True)
    members = ClubMemberSerializer(many=True)


class RoundNumberSerializer(serializers.Serializer[Any]):
    round = WholeNumberField(min_value=1)


class FormatChoiceSerializer(serializers.Serializer[Any]):
    preset = serializers.CharField(
        default="", allow_blank=True, max_length=40, help_text="Key of a format; empty: by stages."
    )
    stages = serializers.ListField(
        default=list, child=serializers.DictField(validators=[MostItems(20)]), max_length=20
    )
    divisions = WholeNumberField(default=1)
    tie_order = serializers.ListField(
        default=list, child=serializers.DictField(validators=[MostItems(20)]), max_length=50
    )


class NameSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=80)


class DivisionsSerializer(serializers.Serializer[Any]):
    divisions = serializers.DictField(
        child=WholeNumberField(min_value=1, max_value=10),
        validators=[MostItems(MOST_CLUBS)],
        help_text="The division of each club, by its number.",
    )


class TieOrderSerializer(serializers.Serializer[Any]):
    steps = serializers.ListField(
        child=serializers.DictField(validators=[MostItems(20)]),
        max_length=50,
        help_text="Each with its criterion, scope, sizes, after, unplayed, balanced.",
    )


class TieStepSerializer(serializers.Serializer[Any]):
    step = serializers.IntegerField()
    criterion = serializers.CharField()
    group = serializers.ListField(child=serializers.IntegerField())
    outcome = serializers.CharField(help_text="level, parted, silent or waits.")
    parts = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()), help_text="Best first."
    )
    evidence = serializers.DictField(child=serializers.CharField())
    why = serializers.CharField()


class TieSerializer(serializers.Serializer[Any]):
    division = serializers.IntegerField()
    members = serializers.ListField(child=serializers.IntegerField())
    steps = TieStepSerializer(many=True)


class TieGameSerializer(serializers.Serializer[Any]):
    kind = serializers.CharField(max_length=12)
    members: Any = serializers.ListField(child=WholeNumberField(), max_length=30)


class DrawnTieGameSerializer(TieGameSerializer):
    rolls = serializers.DictField(
        default=dict,
        child=WholeNumberField(),
        validators=[MostItems(2)],
        help_text="Of shoot-outs without a seeding: the d20s for the last at bat, by number; the "
        "house throws them where there are none (T32.0c).",
    )


class PlayoffSerializer(serializers.Serializer[Any]):
    runs = serializers.DictField(
        child=WholeNumberField(), validators=[MostItems(2)], help_text="Of both, by number."
    )


class ShootOutSerializer(serializers.Serializer[Any]):
    home = WholeNumberField(help_text="Who batted last, by number.")
    away = WholeNumberField()
    home_runs: Any = serializers.ListField(child=WholeNumberField(), max_length=50)
    away_runs: Any = serializers.ListField(
        child=WholeNumberField(), max_length=50, help_text="By inning."
    )
    rolls = serializers.DictField(
        default=dict, child=WholeNumberField(), validators=[MostItems(2)], help_text="d20s."
    )


class TieRulingSerializer(serializers.Serializer[Any]):
    kind = serializers.CharField(max_length=12)
    values = serializers.DictField(
        child=WholeNumberField(), validators=[MostItems(30)], help_text="By number of the club."
    )


class MadeRulingSerializer(TieRulingSerializer):
    id = serializers.IntegerField()


class StageMemberSerializer(serializers.Serializer[Any]):
    entrant = serializers.IntegerField()
    seed = serializers.IntegerField()
    reason = serializers.CharField()


class StageSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField()
    kind = serializers.CharField()
    told = serializers.CharField(help_text="The stage in words.")
    settings = serializers.DictField()
    members = StageMemberSerializer(many=True)
    rounds = RoundSerializer(many=True)


class OutlookSerializer(serializers.Serializer[Any]):
    entrant = serializers.IntegerField()
    clinched = serializers.BooleanField()
    out = serializers.BooleanField()
    magic = serializers.IntegerField(
        allow_null=True, help_text="Wins that are enough, whatever else happens; null: none are."
    )
    reason = serializers.CharField(help_text="Empty where nothing was worked out.")


class ProspectsSerializer(serializers.Serializer[Any]):
    division = serializers.IntegerField()
    places = serializers.IntegerField()
    prize = serializers.CharField()
    clubs = OutlookSerializer(many=True)


class ChanceSerializer(serializers.Serializer[Any]):
    share = serializers.FloatField()
    error = serializers.FloatField(help_text="Standard error, of the number of completions alone.")


class ClubOddsSerializer(serializers.Serializer[Any]):
    entrant = serializers.IntegerField(source="number")
    advance = ChanceSerializer(allow_null=True, help_text="Null: no stage follows.")
    division = ChanceSerializer()
    event = ChanceSerializer()


class RoundOddsSerializer(serializers.Serializer[Any]):
    round = serializers.IntegerField(help_text="The last that was played whole; 0: none.")
    completions = serializers.IntegerField()
    clubs = serializers.SerializerMethodField()

    @extend_schema_field(ClubOddsSerializer(many=True))
    def get_clubs(self, odds: RoundOdds) -> list[Values]:
        return list(ClubOddsSerializer(list(odds.clubs.values()), many=True).data)


class AdvancedSerializer(serializers.Serializer[Any]):
    done = serializers.CharField()


class PlayedSerializer(serializers.Serializer[Any]):
    games = GameSerializer(many=True)
    left = ErrorRefusalSerializer(many=True, help_text="Why series were left as they are.")


class ActionSerializer(serializers.ModelSerializer[Action]):
    class Meta:
        model = Action
        fields = (
            "at",
            "code",
            "actor",
            "subject_type",
            "subject_id",
            "subject_label",
            "old",
            "new",
        )
        read_only_fields = fields

    actor = serializers.CharField(allow_null=True, help_text="Null: the house itself.")


class InviteSerializer(serializers.ModelSerializer[Invite]):
    class Meta:
        model = Invite
        fields = (
            "id",
            "tournament",
            "role",
            "entrant",
            "email",
            "link",
            "expires_at",
            "accepted_at",
            "withdrawn_at",
        )
        read_only_fields = fields

    tournament = serializers.CharField(source="tournament.slug")
    email = serializers.CharField(help_text="Empty for whoever has the link.")
    entrant = serializers.SerializerMethodField(help_text="Number of the club; null for none.")
    link = serializers.SerializerMethodField(help_text="What the invited person opens.")

    def get_entrant(self, invite: Invite) -> int | None:
        return invite.entrant.number if invite.entrant else None

    def get_link(self, invite: Invite) -> str:
        path = reverse("tournaments:join", args=[invites.token_of(invite)])
        request = self.context.get("request")
        return request.build_absolute_uri(path) if request else path


class OfferSerializer(serializers.Serializer[Any]):
    tournament = serializers.CharField(max_length=80)
    role = serializers.ChoiceField(choices=Invite.Role.choices)
    entrant = WholeNumberField(default=None, allow_null=True, help_text="Its number.")
    email = serializers.EmailField(default="", allow_blank=True, max_length=LONGEST_ADDRESS)


class InviteTokenSerializer(serializers.Serializer[Any]):
    token = serializers.CharField(max_length=200)


class OfTournament(serializers.Serializer[Any]):
    tournament = serializers.CharField(max_length=80, help_text="Its slug.")


class OfferedSerializer(serializers.Serializer[Any]):
    tournament = serializers.CharField(help_text="Its name.")
    role = serializers.ChoiceField(choices=Invite.Role.choices)
    club = serializers.CharField(help_text="Empty for a role without one.")
    invited_by = serializers.CharField()
    expires_at = serializers.DateTimeField()


def meeting_of(meeting: Meeting) -> Values:
    """A meeting in the form of ``MeetingSerializer``."""
    return {
        "home": meeting.home.number,
        "away": meeting.away.number if meeting.away else None,
        "series": meeting.series_id,
        "state": meeting.state,
        "home_wins": meeting.wins(meeting.home),
        "away_wins": meeting.wins(meeting.away),
    }


class PointsNumbersSerializer(serializers.Serializer[Any]):
    numbers = serializers.DictField(
        child=serializers.CharField(max_length=9),
        validators=[MostItems(20)],
        help_text="By name, as words: `2`, `0.5` or `1/3`; what is not named is the club's.",
    )


class PointsLawSerializer(PointsNumbersSerializer):
    told = serializers.CharField(help_text="The formula in words.")


class CreditSerializer(serializers.Serializer[Any]):
    club = WholeNumberField(min_value=1, max_value=MOST_CLUBS, help_text="Its number.")
    member = WholeNumberField(
        min_value=1,
        allow_null=True,
        help_text="Id of a manager among the event's people; null: as the rule says.",
    )


class FinisherSerializer(serializers.Serializer[Any]):
    entrant = serializers.IntegerField(source="entrant.number")
    club = serializers.CharField(source="entrant.team.name")
    prize = serializers.ChoiceField(choices=Finish.Prize.choices)


class ArchivedEventSerializer(serializers.Serializer[Any]):
    tournament = serializers.SlugField(source="tournament.slug")
    name = serializers.CharField(source="tournament.name")
    closed_at = serializers.DateTimeField()
    clubs = serializers.IntegerField()
    games = serializers.IntegerField(help_text="That count.")
    stages = serializers.SerializerMethodField(help_text="Names of its stages, in order.")
    first_two = FinisherSerializer(
        many=True, help_text="The winner, several where they were level, and who lost the final."
    )

    def get_stages(self, record: EventRecord) -> list[str]:
        return stages_played(record)


class ManagerRecordSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    events = serializers.IntegerField()
    titles = serializers.IntegerField()
    finals_lost = serializers.IntegerField()
    won = serializers.IntegerField(help_text="Games of seasons.")
    lost = serializers.IntegerField()
    tied = serializers.IntegerField()
    pct = serializers.CharField()
    playoffs_won = serializers.IntegerField()
    playoffs_lost = serializers.IntegerField()
    points = serializers.CharField(source="shown_points", help_text="As they are printed.")


class ManagerEventSerializer(serializers.Serializer[Any]):
    tournament = serializers.SlugField(source="finish.record.tournament.slug")
    name = serializers.CharField(source="finish.record.tournament.name")
    club = serializers.CharField(source="finish.entrant.team.name")
    prize = serializers.CharField(source="finish.prize", help_text="Empty where there was none.")
    won = serializers.IntegerField(source="finish.won", help_text="Games of the season.")
    lost = serializers.IntegerField(source="finish.lost")
    tied = serializers.IntegerField(source="finish.tied")
    playoffs_won = serializers.IntegerField(source="finish.playoffs_won")
    playoffs_lost = serializers.IntegerField(source="finish.playoffs_lost")
    points = serializers.CharField(source="finish.shown_points", help_text="Of the club.")
    has_points = serializers.BooleanField(help_text="Whether they are his and no partner's.")


class OpponentSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    games = serializers.IntegerField(source="met", help_text="Play-offs among them.")
    won = serializers.IntegerField(source="games_won")
    lost = serializers.IntegerField(source="games_lost")
    tied = serializers.IntegerField(source="games_tied")
