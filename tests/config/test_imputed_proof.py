"""Imputed teams against teams that always take the best value left."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from rosters.rules.draft.settings import DraftSettings
from tests.rosters.builders import a_purestrat_set
from tests.tools import prove_imputed
from tests.tools.proofs.imputed import draft, prove

pytestmark = pytest.mark.django_db


def test_both_kinds_draft_legal_squads_and_the_greedy_take_the_best_first():
    cards = a_purestrat_set()
    board, pool = draft(cards, 4, frozenset({1, 3}), "x")
    settings = DraftSettings(sanctioned=False)
    for slot in range(1, 5):
        squad = board.squad(slot)
        players = [pool.players[each.card] for each in squad if each.card is not None]
        assert (len(squad), len(players)) == (26, 25)
        assert pool.law.holes(players, 0, (), settings) == []
    best = max(pool.players.values(), key=lambda player: (player.value, -player.key))
    assert board.selections[1].card == best.key


def test_only_games_of_one_kind_against_the_other_count_and_the_same_seed_plays_the_same():
    # How often the house wins is a matter of a thousand seasons, not of a test.
    cards = a_purestrat_set()
    given = {"teams": 4, "seasons": 5, "drafts": 2, "seed": "test"}
    told = []
    proof = prove(cards, told=lambda each: told.append(each.seasons), **given)
    assert told == [2, 5]
    assert (proof.seasons, proof.house.played) == (5, 5 * 4 * 2)
    assert 0 <= proof.won <= 5
    assert prove(cards, **given) == proof


def test_the_command_says_so():
    cards = a_purestrat_set()
    said = StringIO()
    call_command(prove_imputed.Command(), cards.slug, seasons=2, drafts=1, teams=4, stdout=said)
    assert "2 seasons, 16 games: the house wins" in said.getvalue()
    with pytest.raises(CommandError):
        call_command(prove_imputed.Command(), "nothing", stdout=said)
