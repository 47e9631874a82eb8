from django.urls import path

from config.people import data_views, passkey_views, second_factor_views, security_views, views

app_name = "people"

urlpatterns = [
    path("sign-in/", views.SignIn.as_view(), name="sign-in"),
    path("sign-out/", views.sign_out, name="sign-out"),
    path("link/", views.request_link, name="request-link"),
    path("enter/", views.enter, name="enter"),
    path("first/<secret:code>/", views.first_account, name="first-account"),
    path("profile/", views.profile, name="profile"),
    path("security/", security_views.security, name="security"),
    path("security/password/", security_views.change_password, name="change-password"),
    path("security/tokens/", security_views.issue_token, name="issue-token"),
    path("security/tokens/revoke/", security_views.revoke_token, name="revoke-token"),
    path("data/", data_views.data, name="data"),
    path("data/take/", data_views.take, name="take-data"),
    path("data/close/", data_views.close, name="close-account"),
    path("second-step/", second_factor_views.second_step, name="second-step"),
    path("second-step/passkey/", passkey_views.ask, name="ask-passkey"),
    path("security/passkeys/", passkey_views.add, name="add-passkey"),
    path("security/passkeys/ask/", passkey_views.ask_new, name="ask-new-passkey"),
    path("security/passkeys/<number:number>/", passkey_views.passkey, name="passkey"),
    path("security/second-factor/", second_factor_views.second_factor_page, name="second-factor"),
    path("security/sessions/end/", security_views.end_session, name="end-session"),
]
