"""Who answers for what is named by its kind and key."""

from config.kinds import Kinds, Question, parted


def test_a_name_is_a_kind_and_a_key():
    assert parted("tournament:12") == ("tournament", "12")
    assert parted("tournament") == ("tournament", "")
    assert parted("job:a:b") == ("job", "a:b")


def test_whoever_registered_last_for_a_kind_is_asked_with_the_key():
    kinds: Kinds[str] = Kinds()
    assert kinds.of("tournament:12") is None
    kinds.register("tournament", "first")
    kinds.register("tournament", "second")
    kinds.register("practice", "other")
    assert kinds.of("tournament:12") == ("second", "12")
    assert kinds.of("tournaments:12") is None
    assert dict(kinds) == {"tournament": "second", "practice": "other"}


def test_a_question_is_answered_by_itself_until_somebody_registers():
    @Question
    def doubled(number: int, *, more: int = 0) -> int:
        return 0

    assert doubled(4, more=1) == 0
    doubled.register(lambda number, more=0: 2 * number + more)
    assert doubled(4, more=1) == 9
