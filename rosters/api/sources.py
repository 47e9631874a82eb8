from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from config.rest import ThinViewSet
from rosters.models import Source


class DataSourceSerializer(serializers.ModelSerializer[Source]):
    class Meta:
        model = Source
        fields: tuple[str, ...] = ("key", "name", "kind", "attribution")
        read_only_fields = fields


@extend_schema(tags=["players"])
class SourceViewSet(ThinViewSet):
    serializer_class = DataSourceSerializer

    @extend_schema(
        summary="Where players, seasons and parks come from, and what their publishers ask to be "
        "said wherever figures of theirs are shown",
        responses=DataSourceSerializer(many=True),
    )
    def list(self, request: Request) -> Response:
        return self.page(Source.objects.order_by("name"), DataSourceSerializer)
