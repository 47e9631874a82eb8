"""The API's resources. Each room registers its own on the one router."""

from rest_framework.routers import DefaultRouter

from games.rulebook.api import register as register_rulebook

router = DefaultRouter()
register_rulebook(router)

urlpatterns = router.urls
