from django.urls import path

from config.people import views

app_name = "people"

urlpatterns = [
    path("sign-in/", views.SignIn.as_view(), name="sign-in"),
    path("sign-out/", views.sign_out, name="sign-out"),
    path("link/", views.request_link, name="request-link"),
    path("enter/", views.enter, name="enter"),
    path("profile/", views.profile, name="profile"),
    path("profile/password/", views.change_password, name="change-password"),
    path("profile/token/", views.issue_token, name="issue-token"),
    path("profile/token/revoke/", views.revoke_token, name="revoke-token"),
]
