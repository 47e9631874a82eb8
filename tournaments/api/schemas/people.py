"""People of an event, invitations, and what they did."""

from typing import Any

from django.urls import reverse
from rest_framework import serializers

from config.events.models import EventRole
from config.journal.models import Action
from config.people.models import LONGEST_ADDRESS
from config.rest import WholeNumberField
from config.secret_parts import mark_parameter
from rosters.models import TeamMember
from tournaments.board_acts import EndOfSubstitutionSerializer
from tournaments.models import Invite
from tournaments.services import invites
from tournaments.services.substitutions import end_sent


class MemberSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    role = serializers.ChoiceField(choices=TeamMember.Role.choices)


class RoleHolderSerializer(serializers.ModelSerializer[EventRole]):
    class Meta:
        model = EventRole
        fields = ("id", "role", "name", "email")
        read_only_fields = fields

    name = serializers.CharField(source="user.name")
    email = serializers.EmailField(source="user.email")


class ClubMemberSerializer(serializers.ModelSerializer[TeamMember]):
    class Meta:
        model = TeamMember
        fields = ("id", "team", "role", "name", "email", "until", "ends")
        read_only_fields = fields

    name = serializers.CharField(source="user.name")
    email = serializers.EmailField(source="user.email")
    until = serializers.DateTimeField(
        source="ends_at", allow_null=True, help_text="When a substitution ends."
    )
    ends = serializers.SerializerMethodField(
        help_text="With what it ends: `series:12`, `round:3`, or `replacement` for what is played "
        "for a dropped club. Empty: with nothing."
    )

    def get_ends(self, member: TeamMember) -> str:
        return end_sent(member)


class PeopleSerializer(serializers.Serializer[Any]):
    roles = RoleHolderSerializer(many=True)
    members = ClubMemberSerializer(many=True)


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
            "ends",
            "until",
            "expires_at",
            "accepted_at",
            "withdrawn_at",
        )
        read_only_fields = fields

    tournament = serializers.CharField(source="tournament.slug")
    email = serializers.CharField(help_text="Empty for anyone who has the link.")
    entrant = serializers.SerializerMethodField(help_text="Number of the club; null for none.")
    link = serializers.SerializerMethodField(help_text="What the invited person opens.")

    def get_entrant(self, invite: Invite) -> int | None:
        return invite.entrant.number if invite.entrant else None

    def get_link(self, invite: Invite) -> str:
        path = reverse("tournaments:join", args=[invites.token_of(invite)])
        request = self.context.get("request")
        return request.build_absolute_uri(path) if request else path


class OfferSerializer(EndOfSubstitutionSerializer):
    """An offer of a role; ``ends`` and ``until`` of a substitute's, who without either plays until
    a manager is back or the event is over."""

    tournament = serializers.CharField(max_length=80)
    role = serializers.ChoiceField(choices=Invite.Role.choices)
    entrant = WholeNumberField(default=None, allow_null=True, help_text="Its number.")
    email = serializers.EmailField(default="", allow_blank=True, max_length=LONGEST_ADDRESS)


mark_parameter("token")


class InviteTokenSerializer(serializers.Serializer[Any]):
    """The secret part of an invite's link, where an address carries it as a parameter, too."""

    token = serializers.CharField(max_length=200)


class OfTournament(serializers.Serializer[Any]):
    tournament = serializers.CharField(max_length=80, help_text="Its slug.")


class OfferedSerializer(serializers.Serializer[Any]):
    tournament = serializers.CharField(help_text="Its name.")
    role = serializers.ChoiceField(choices=Invite.Role.choices)
    club = serializers.CharField(help_text="Empty for a role without one.")
    invited_by = serializers.CharField()
    expires_at = serializers.DateTimeField()
