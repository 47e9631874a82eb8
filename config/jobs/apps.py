from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules


class JobsConfig(AppConfig):
    name = "config.jobs"
    label = "jobs"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # Kinds of job register themselves in the apps' tasks modules. Web processes need them as
        # much as workers: to send a job, and to know who may see it.
        autodiscover_modules("tasks")
        from config.jobs.selectors import may_watch
        from config.live.topics import register

        register("job", may_watch)
