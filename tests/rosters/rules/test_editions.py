import json
from dataclasses import FrozenInstanceError, asdict, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.refusals import Refused
from games.rulebook import catalogue
from rosters.rules.editions.edition import (
    PARTS,
    TITLES,
    RuleEdition,
    contradictions,
    differences,
    from_json,
    to_json,
)
from rosters.rules.editions.fields import options
from rosters.rules.editions.presets import DEFAULT, PRESETS

FIELDS = [(part, option) for part, law in PARTS.items() for option in options(law)]


def refused(data: object) -> list[tuple[str, str]]:
    with pytest.raises(Refused) as caught:
        from_json(data)
    return [(each.code, each.place) for each in caught.value.refusals]


def test_the_documents_draft_is_26_rounds_of_25_players_and_a_park():
    law = DEFAULT.draft
    assert (law.rounds, law.players, law.ballparks) == (26, 25, 1)
    divisions = DEFAULT.divisions
    assert (divisions.least_teams, divisions.most_teams) == (8, 14)
    assert (divisions.imputed_teams, divisions.least_participants) == (1, 6)


def test_the_documents_numbers_of_pitching_games_and_series():
    pitching = DEFAULT.pitching
    assert (pitching.starter_rest, pitching.rest_before_start) == (3, 2)
    assert (pitching.window_games, pitching.window_outs, pitching.games_in_a_row) == (4, 12, 3)
    assert (pitching.starter_least_outs, pitching.starter_least_runs) == (15, 4)
    assert pitching.starter_most_outs == 30
    assert (DEFAULT.games.mercy_margin, DEFAULT.games.mercy_after) == (10, 5)
    assert DEFAULT.games.concession_margin == 10
    assert DEFAULT.series.minutes_per_game == 45
    assert DEFAULT.substitutions.locked_innings == 5


@pytest.mark.rule("T0.12a", "T0.12b", "T0.12c", "T10.2t", "T32.0d", "T32.0f", "T32.0g")
def test_the_documents_other_numbers():
    divisions = DEFAULT.divisions
    assert (divisions.two_imputed_when_fewest, divisions.two_imputed_participants) == (True, 13)
    shootouts = DEFAULT.shootouts
    assert (shootouts.decided_from, shootouts.starters_until, shootouts.all_return) == (3, 2, 9)
    assert (DEFAULT.pitching.reset_series_games, DEFAULT.pitching.reset_clears_rest) == (4, False)
    eligibility = DEFAULT.eligibility
    assert eligibility.hitter_at_bats_and_walks == 300
    assert eligibility.catcher_at_bats_and_walks == 250
    # 125 innings and 40.
    assert (eligibility.starter_outs, eligibility.reliever_outs) == (3 * 125, 3 * 40)
    assert eligibility.starters_on_a_roster == 4
    draft = DEFAULT.draft
    assert (draft.slot_die, draft.double_up_round, draft.double_up_drafters) == (20, 7, 2)
    imputed = asdict(DEFAULT.imputed)
    assert sum(imputed.values()) == draft.players
    assert imputed == {
        "catchers": 2,
        "first_basemen": 1,
        "second_basemen": 2,
        "third_basemen": 2,
        "shortstops": 2,
        "left_fielders": 2,
        "centre_fielders": 2,
        "right_fielders": 1,
        "starters": 5,
        "relievers": 6,
    }


def test_every_preset_agrees_with_itself_and_says_which_document_it_follows():
    for key, preset in PRESETS.items():
        assert key == preset.key
        assert preset.document
        assert preset.date
        assert contradictions(preset.edition) == []
        assert from_json(to_json(preset.edition)) == preset.edition


def test_every_field_has_words_and_a_default_within_its_bounds():
    assert list(TITLES) == list(PARTS)
    for part, option in FIELDS:
        assert option.label, (part, option.key)
        assert option.help.endswith("."), (part, option.key)
        assert option.problem(option.default) is None, (part, option.key)


def test_the_rules_that_fields_name_are_in_the_catalogue():
    known = {rule.id for book in catalogue.books() for rule in book.rules}
    named = {rule for _, option in FIELDS for rule in option.rules}
    assert named
    assert named <= known


def test_an_edition_is_stored_as_plain_json_and_read_back():
    ours = replace(
        DEFAULT,
        draft=replace(DEFAULT.draft, rounds=27, players=26, order="third-round-reversal"),
        imputed=replace(DEFAULT.imputed, relievers=7),
    )
    assert from_json(json.loads(json.dumps(to_json(ours)))) == ours


def test_what_is_not_given_is_as_in_the_edition_it_is_based_on():
    base = replace(DEFAULT, pitching=replace(DEFAULT.pitching, window_outs=9))
    changed = from_json({"pitching": {"starter_rest": 4}}, base)
    assert (changed.pitching.window_outs, changed.pitching.starter_rest) == (9, 4)
    assert from_json({}) == DEFAULT == RuleEdition()


def test_everything_wrong_with_an_edition_is_said_at_once():
    assert refused(
        {
            "draft": {"rounds": 0, "order": "backwards", "picks": 3},
            "parks": {"own_park": 1},
            "pitching": {"window_outs": "12", "starter_rest": True},
        }
    ) == [
        ("unknown-field", "draft.picks"),
        ("option-out-of-range", "draft.rounds"),
        ("option-not-offered", "draft.order"),
        ("option-not-boolean", "parks.own_park"),
        ("option-not-a-number", "pitching.window_outs"),
        ("option-not-a-number", "pitching.starter_rest"),
    ]


@pytest.mark.parametrize("data", [None, 3, "draft", [["draft", {}]]])
def test_an_edition_that_is_no_object_is_refused(data):
    assert refused(data) == [("edition-not-an-object", "edition")]


def test_parts_that_are_unknown_or_no_objects_are_refused():
    assert refused({"weather": {}, "draft": 26, "parks": []}) == [
        ("unknown-part", "weather"),
        ("part-not-an-object", "draft"),
        ("part-not-an-object", "parks"),
    ]


@pytest.mark.parametrize(
    ("data", "place"),
    [
        ({"draft": {"rounds": 27}}, "draft.rounds"),
        ({"draft": {"ballparks": 0}}, "draft.rounds"),
        ({"draft": {"double_up_round": 27}}, "draft.double_up_round"),
        ({"divisions": {"least_teams": 15}}, "divisions.least_teams"),
        ({"divisions": {"imputed_teams": 15}}, "divisions.imputed_teams"),
        ({"imputed": {"catchers": 3}}, "imputed"),
        ({"eligibility": {"starters_on_a_roster": 6}}, "imputed.starters"),
        ({"pitching": {"starter_least_outs": 31}}, "pitching.starter_least_outs"),
        ({"shootouts": {"starters_until": 9}}, "shootouts.starters_until"),
    ],
)
def test_fields_that_contradict_one_another_are_refused(data, place):
    assert refused(data) == [("edition-contradicts-itself", place)]


def test_contradictions_are_all_said_and_their_limits_are_allowed():
    assert refused({"draft": {"rounds": 27}, "divisions": {"least_teams": 15}}) == [
        ("edition-contradicts-itself", "draft.rounds"),
        ("edition-contradicts-itself", "divisions.least_teams"),
    ]
    assert from_json(
        {
            "draft": {"double_up_round": 26},
            "divisions": {"least_teams": 14, "imputed_teams": 14},
            "eligibility": {"starters_on_a_roster": 5},
            "pitching": {"starter_least_outs": 30},
            "shootouts": {"starters_until": 8},
        }
    )


def test_two_editions_differ_in_the_fields_that_differ_in_the_order_of_the_page():
    theirs = from_json({"games": {"mercy_margin": 0}, "divisions": {"least_participants": 4}})
    assert [
        (each.part, each.option.label, each.ours, each.theirs)
        for each in differences(DEFAULT, theirs)
    ] == [
        ("divisions", "Participants at least", 6, 4),
        ("games", "Mercy margin", 10, 0),
    ]
    assert differences(theirs, theirs) == []


def test_an_edition_does_not_change():
    with pytest.raises(FrozenInstanceError):
        DEFAULT.draft.rounds = 27  # type: ignore[misc]


def values_of(option):
    if option.kind == "boolean":
        return st.booleans()
    if option.kind == "integer":
        return st.integers(option.least, option.most)
    return st.sampled_from([word for word, _ in option.choices])


FREE_OF_ONE_ANOTHER = st.fixed_dictionaries(
    {},
    optional={
        part: st.fixed_dictionaries(
            {}, optional={option.key: values_of(option) for option in options(law)}
        )
        for part, law in PARTS.items()
        if part in ("parks", "substitutions", "games", "series")
    },
)


@given(FREE_OF_ONE_ANOTHER)
def test_any_edition_that_is_read_is_written_as_it_was_and_told_by_its_differences(data):
    edition = from_json(data)
    assert from_json(to_json(edition)) == edition
    told: dict[str, dict[str, object]] = {}
    for each in differences(DEFAULT, edition):
        told.setdefault(each.part, {})[each.option.key] = each.theirs
    assert from_json(told) == edition
    for part, fields in data.items():
        for key, value in fields.items():
            assert getattr(getattr(edition, part), key) == value
