"""How to register a client with Google, step by step: what `aloud doctor` shows, and `aloud connect google` where there is none.

After Google's "OAuth 2.0 for Desktop Apps" and "Configure the OAuth consent screen". Seven days: "Refresh token expiration" there.
"""

CONSOLE = "https://console.cloud.google.com"

STEPS = (
    f"1. Create a project: {CONSOLE}/projectcreate",
    f"2. Switch on the Gmail API in it: {CONSOLE}/apis/library/gmail.googleapis.com",
    f"3. Describe the app (any name, your address, audience “External”): {CONSOLE}/auth/overview",
    f"4. Add the addresses to connect as test users: {CONSOLE}/auth/audience",
    "   While the app is “in testing” there, each sign-in ends after 7 days; “Publish app” ends that.",
    f"5. Create a client of the type “Desktop app”: {CONSOLE}/auth/clients",
    "6. Put what it shows into .env, as GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.",
    "7. On a machine without a keyring: set ALOUD_SECRET_KEY to what `openssl rand -base64 32` prints.",
    "8. Run `aloud connect google`.",
)

NO_CLIENT = "GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are not set. This is how to get them:"
