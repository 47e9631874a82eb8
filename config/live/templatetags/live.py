from datetime import timedelta
from urllib.parse import urlencode

from django import template
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString

from config.live.selectors import event_id_before

register = template.Library()


class Unmarked(template.Node):
    """See ``config.ui.frame.show_marked``."""

    def __init__(self, nodelist: template.NodeList) -> None:
        self.nodelist = nodelist

    def render(self, context: template.Context) -> SafeString:
        shown = self.nodelist.render(context)
        return SafeString(f"\x02{shown}\x03") if context.get("is_marked") else shown


@register.tag
def unmarked(parser: template.base.Parser, token: template.base.Token) -> Unmarked:
    """Of a live part: what may change without the part being another."""
    nodelist = parser.parse(["endunmarked"])
    parser.delete_first_token()
    return Unmarked(nodelist)


# Longer than a page takes from reading its data to opening its stream.
OVERLAP = timedelta(seconds=10)


@register.simple_tag
def live_url(*topics: str) -> str:
    """The address of a stream of these topics which misses nothing since the page was made.

    It starts a little in the past: a change that the page already shows costs one needless
    refetch, a change that it missed would stay unseen.
    """
    after = event_id_before(timezone.now() - OVERLAP)
    query = [("topic", topic) for topic in topics] + [("after", str(after))]
    return f"{reverse('live:stream')}?{urlencode(query)}"
