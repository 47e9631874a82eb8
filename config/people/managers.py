"""How accounts come into being, for services, commands and Django's own createsuperuser."""

from typing import TYPE_CHECKING, Any

from django.contrib.auth.base_user import BaseUserManager

if TYPE_CHECKING:
    from config.people.models import User


class UserManager(BaseUserManager["User"]):
    def create_user(
        self, email: str, name: str = "", password: str | None = None, **fields: Any
    ) -> "User":
        """Without a password the account can be entered by sign-in links only."""
        if not email:
            raise ValueError("An account needs an e-mail address.")
        user = self.model(email=email.strip().lower(), name=name.strip(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(
        self, email: str, name: str = "", password: str | None = None, **fields: Any
    ) -> "User":
        return self.create_user(
            email, name, password, **{**fields, "is_staff": True, "is_superuser": True}
        )

    def get_by_natural_key(self, username: str | None) -> "User":
        """People type their address in whatever case they like."""
        return self.get(email=(username or "").strip().lower())
