"""Imputed teams beat teams that always take the best value left."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from rosters.rules.draft.settings import DraftSettings
from tests.rosters.builders import a_purestrat_set
from tournaments.imputed_proof import draft, prove

pytestmark = pytest.mark.django_db


def test_both_kinds_draft_legal_squads_and_the_greedy_take_the_best_first():
    cards = a_purestrat_set()
    board, pool = draft(cards, 4, frozenset({1, 3}), "x")
    settings = DraftSettings(sanctioned=False)
    for slot in range(1, 5):
        squad = board.squad(slot)
        men = [pool.men[each.card] for each in squad if each.card is not None]
        assert (len(squad), len(men)) == (26, 25)
        assert pool.law.holes(men, 0, (), settings) == []
    best = max(pool.men.values(), key=lambda man: (man.value, -man.key))
    assert board.selections[1].card == best.key


def test_the_house_wins_more_than_half_of_the_games_and_the_same_seed_plays_the_same():
    cards = a_purestrat_set()
    given = {"teams": 4, "seasons": 24, "drafts": 2, "seed": "test"}
    proof = prove(cards, **given)
    assert (proof.seasons, proof.house.played) == (24, 24 * 4 * 2)
    assert proof.house.share > 0.5
    assert prove(cards, **given) == proof


def test_the_command_says_so():
    cards = a_purestrat_set()
    said = StringIO()
    call_command("prove_imputed", cards.slug, seasons=2, drafts=1, teams=4, stdout=said)
    assert "2 seasons, 16 games: the house wins" in said.getvalue()
    with pytest.raises(CommandError):
        call_command("prove_imputed", "nothing", stdout=said)
