"""Fielding as event files are read (against Chadwick's own count: ``test_retrosheet``)."""

import pytest

from games.engine.event_files.plays import ASSIST, ERRED, PUTOUT, read_play
from games.engine.folds.fielding import fielding
from games.engine.folds.moments import moments_of
from tests.engine.folds.test_retrosheet import Season, season

__all__ = ("season",)


@pytest.mark.parametrize(
    ("text", "credits"),
    [
        ("63/G", [(6, ASSIST), (3, PUTOUT)]),
        ("3/G", [(3, PUTOUT)]),
        ("8/F", [(8, PUTOUT)]),
        ("K", [(2, PUTOUT)]),
        ("64(1)3/GDP", [(6, ASSIST), (4, PUTOUT), (4, ASSIST), (3, PUTOUT)]),
        ("6(1)3/GDP", [(6, PUTOUT), (6, ASSIST), (3, PUTOUT)]),
        ("5(2)4(1)3/GTP", [(5, PUTOUT), (5, ASSIST), (4, PUTOUT), (4, ASSIST), (3, PUTOUT)]),
        ("6/L/LDP.1X1(63)", [(6, PUTOUT), (6, ASSIST), (3, PUTOUT)]),
        ("S8/L.1X3(85);2-H(RBI)", [(8, ASSIST), (5, PUTOUT)]),
        ("S7/G.1-3(E7)", [(7, ERRED)]),
        ("E6/G.1-2", [(6, ERRED)]),
        ("C/E2", [(2, ERRED)]),
        ("CS2(26)", [(2, ASSIST), (6, PUTOUT)]),
        ("PO1(E1/TH).1-2", [(1, ERRED)]),
        ("POCS2(136)", [(1, ASSIST), (3, ASSIST), (6, PUTOUT)]),
        ("HR/F.1-H(RBI)", []),
        ("W.1-2", []),
        ("SB2", []),
        ("FC6/G.3XH(62)", [(6, ASSIST), (2, PUTOUT)]),
    ],
)
def test_credits_are_read_off_a_plays_description(text, credits):
    assert read_play(text).credits == credits


@pytest.mark.long
def test_every_out_is_somebodys_putout_and_every_error_somebodys(season: Season) -> None:
    for _, game in season:
        moments = tuple(moments_of(game))
        assert game.clubs is not None
        lines = fielding(moments, game.clubs)
        for side in (0, 1):
            mine = [each for each in lines if each.side == side]
            outs = sum(len(moment.out) for moment in moments if moment.side == 1 - side)
            assert sum(each.putouts for each in mine) == outs
            assert sum(each.outs for each in mine) == 9 * outs
            errors = sum(moment.errs for moment in moments if moment.side == 1 - side)
            assert sum(each.errors for each in mine) == errors
