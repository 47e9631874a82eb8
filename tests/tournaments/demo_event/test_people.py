"""Those whom programs play in a rehearsal."""

import pytest

from tournaments.demo_event.people import CallError, Person
from tournaments.demo_event.wires import InProcess


@pytest.mark.django_db
def test_a_program_that_takes_a_part_up_again_leaves_one_token_behind():
    one = Person("Dana Whitfield", "dana@horsehide.example", InProcess())
    again = Person("Dana Whitfield", "dana@horsehide.example", InProcess())
    (token,) = one.user.api_tokens.all()
    assert token.name == "Rehearsal"
    assert token.ends_at is not None
    assert again.get("/me/")["email"] == "dana@horsehide.example"
    with pytest.raises(CallError):
        one.get("/me/")
