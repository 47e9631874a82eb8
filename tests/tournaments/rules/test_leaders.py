"""Who leads: players who are level are shown level, and averages are of players who played
enough."""

from tournaments.rules.leaders import (
    BATTING,
    PITCHING,
    SHOWN,
    Sums,
    average,
    bats_enough,
    earned_run_average,
    on_base,
    pitches_enough,
    slugging,
    tables,
)

BY_KEY = {each.key: each for each in (*BATTING, *PITCHING)}


def sums(games: int = 10, **counts: int) -> Sums:
    return Sums(games, counts)


def table(key: str, players: dict[int, Sums], enough=lambda who, each: True):
    (found,) = tables(
        [BY_KEY[key]], {(1, player): each for player, each in players.items()}, enough
    )
    return found


def test_rates_are_those_of_the_record_book():
    # Ted Williams, 1941: 456 at-bats, 185 hits, 33 doubles, 3 triples, 37 home runs, 147 walks,
    # 3 hit batsmen; the record book has .406, .553 and .735.
    williams = sums(
        at_bats=456,
        hits=185,
        doubles=33,
        triples=3,
        home_runs=37,
        walks=147,
        hit_by_pitch=3,
    )
    shown = [BY_KEY[key].shown(williams) for key in ("average", "on_base", "slugging")]
    assert shown == [".406", ".553", ".735"]
    assert average(williams) < on_base(williams) < slugging(williams)
    # Bob Gibson, 1968: 38 earned runs in 304.2 innings, 1.12; 198 hits and 62 walks, 0.85.
    gibson = sums(outs=914, earned_runs=38, hits=198, walks=62)
    assert BY_KEY["earned_run_average"].shown(gibson) == "1.12"
    assert BY_KEY["whip"].shown(gibson) == "0.85"
    assert BY_KEY["outs"].shown(gibson) == "304.2"
    assert earned_run_average(sums()) == 0


def test_enough_is_measured_by_the_games_that_are_covered():
    # 162 games want 502.2 plate appearances, of which there are no fifths (9.22).
    assert not bats_enough(sums(plate_appearances=502), 162)
    assert bats_enough(sums(plate_appearances=503), 162)
    assert bats_enough(sums(plate_appearances=31), 10)
    assert not bats_enough(sums(plate_appearances=30), 10)
    assert not bats_enough(sums(plate_appearances=5), 0)
    assert pitches_enough(sums(outs=30), 10)
    assert not pitches_enough(sums(outs=29), 10)


def test_who_is_level_is_shown_level_and_nobody_leads_with_nothing():
    players = {1: sums(home_runs=3), 2: sums(home_runs=5), 3: sums(home_runs=3), 4: sums()}
    found = table("home_runs", players)
    assert [(line.rank, line.who[1], line.value) for line in found.leaders] == [
        ("1", 2, "5"),
        ("2=", 1, "3"),
        ("2=", 3, "3"),
    ]


def test_who_is_level_with_the_last_of_a_table_is_counted():
    players = {player: sums(wins=1) for player in range(SHOWN + 3)}
    found = table("wins", players)
    assert len(found.leaders) == SHOWN
    assert {line.rank for line in found.leaders} == {"1="}
    assert found.more == 3


def test_the_smallest_earned_run_average_leads_among_those_who_pitched_enough():
    players = {
        1: sums(outs=90, earned_runs=10),
        2: sums(outs=90, earned_runs=0),
        3: sums(outs=3, earned_runs=0),
    }
    found = table("earned_run_average", players, lambda who, each: pitches_enough(each, 10))
    assert [line.who[1] for line in found.leaders] == [2, 1]
    assert found.leaders[0].value == "0.00"


def test_sums_are_those_of_the_games_that_were_added():
    found = Sums()
    found.add({"hits": 2, "walks": 1})
    found.add({"hits": 1})
    assert (found.games, found["hits"], found["walks"], found["runs"]) == (2, 3, 1, 0)
