from typing import Any

from config.jobs.kinds import job_task
from config.jobs.models import Job
from config.jobs.run import Run
from config.people.models import User
from rosters.card_sets import make_card_set, seasons_for
from rosters.importing import store_fictional_league
from rosters.making import HOUSE, MAKE
from rosters.models import CardSet, Player, Source


@job_task(MAKE, unit="seasons")
def make_cards(run: Run) -> dict[str, Any]:
    asked = run.arguments
    made = _made_before(run)
    if made is None:
        if asked["source"] == HOUSE and not Player.objects.filter(source__key=HOUSE).exists():
            store_fictional_league(acting_user=None)
        source = Source.objects.get(key=asked["source"])
        total = seasons_for(source, asked["years"]).count()
        made = make_card_set(
            name=asked["name"],
            system_key=asked["system"],
            source=source,
            years=asked["years"],
            acting_user=User.objects.get(pk=asked["user"]),
            advance=lambda done: run.advance(done, total),
        )
        run.advance(total, total)
    return {"card_set": made.slug, "cards": made.cards.count()}


def _made_before(run: Run) -> CardSet | None:
    """The set, where an earlier attempt was cut off after storing it: no other job has its name."""
    job = Job.objects.get(pk=run.attempt.job_id)
    return CardSet.objects.filter(
        name=run.arguments["name"],
        system_key=run.arguments["system"],
        source__key=run.arguments["source"],
        created_at__gte=job.created_at,
    ).first()
