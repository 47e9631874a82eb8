"""Jobs for API clients: how far one is, and stopping it."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.routers import BaseRouter

from config.jobs import selectors, services
from config.jobs.models import Job
from config.rest import UUID_KEY, ThinViewSet, acting, of_path


class RefusalSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    message = serializers.CharField()
    place = serializers.CharField(allow_blank=True)
    facts = serializers.DictField()


class JobSerializer(serializers.ModelSerializer[Job]):
    class Meta:
        model = Job
        fields = (
            *("id", "kind", "label", "state", "queue_away", "done", "total", "percent"),
            *("error", "refusals", "result"),
        )
        read_only_fields = fields

    percent = serializers.IntegerField()
    refusals = RefusalSerializer(many=True)


@extend_schema(tags=["jobs"], parameters=[of_path("id", UUID)])
class JobViewSet(ThinViewSet):
    serializer_class = JobSerializer
    lookup_field = "id"
    lookup_value_regex = UUID_KEY

    @extend_schema(summary="How far a job is", responses=JobSerializer)
    def retrieve(self, request: Request, id: UUID) -> Response:
        return Response(JobSerializer(selectors.visible_job(request.user, id)).data)

    @extend_schema(summary="Stop a job", request=None, responses=JobSerializer)
    @action(detail=True, methods=["post"])
    def cancel(self, request: Request, id: UUID) -> Response:
        job = selectors.visible_job(request.user, id)
        return Response(
            JobSerializer(services.cancel(job_id=job.pk, acting_user=acting(request))).data
        )


def register(router: BaseRouter) -> None:
    router.register("jobs", JobViewSet, basename="job")
