import pytest

from rosters.drafts.models import Draft, DraftEvent
from tests.builders import browser, person
from tests.rosters.drafts import opened, take

pytestmark = pytest.mark.django_db


def test_drafts_and_their_log_are_read_in_the_back_office_and_the_seed_is_not():
    draft, director = opened()
    take(draft, director)
    office = browser(person("Office", is_staff=True, is_superuser=True))
    for model in (Draft, DraftEvent):
        address = f"/admin/drafts/{model._meta.model_name}/"
        row = model.objects.first()
        assert office.get(address, {"q": "a"}).status_code == 200, model
        page = office.get(f"{address}{row.pk}/change/")
        assert page.status_code == 200, model
        assert draft.seed not in page.content.decode()
        assert office.get(f"{address}add/").status_code == 403, model
        assert office.post(f"{address}{row.pk}/delete/", {"post": "yes"}).status_code == 403, model
