"""Everything that changes an account. The doors (API, admin, command line) call these and nothing else."""

import hashlib
import secrets
from collections.abc import Collection

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from accounts import clock, merging
from accounts.errors import Refusal
from accounts.gathering import lock_reader, look_again
from accounts.models import ApiToken, Channel, Kind, Scope, Standing, User
from accounts.outbox import withdraw_user

PREFIX = "jp_"
# Easy to read aloud; no letter looks like a digit.
LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
PERSON_SCOPES = tuple(scope for scope in Scope.values if scope not in {Scope.MODERATE, Scope.BOT_PLAY})
BOT_SCOPES = (*PERSON_SCOPES, Scope.BOT_PLAY.value)


class NoSuchChannel(Refusal):
    code, status = "not_found", 404
    text = _("You have no such channel.")


class NameTaken(Refusal):
    code, status = "name_taken", 409
    text = _("Somebody took this name a moment ago. Choose another.")


class GuestsHaveNoTokens(Refusal):
    code, status = "guest", 403
    text = _("A guest cannot make tokens: sign up first. Whoever lost this browser would lose them all.")


def hash_of(token: str) -> bytes:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).digest()


def default_scopes(user: User) -> tuple[str, ...]:
    """What a token carries when nobody says otherwise."""
    return BOT_SCOPES if user.is_bot else PERSON_SCOPES


@transaction.atomic
def create_account(username: str, email: str = "", *, is_bot: bool = False) -> User:
    """A new account without a password; its address, if it has one, is taken as checked."""
    user = User.objects.create_user(username, email, is_bot=is_bot)
    ensure_email_channel(user)
    return user


def create_token(user: User, scopes: Collection[str] | None = None, label: str = "") -> tuple[ApiToken, str]:
    """A new token: its row, and the token itself, which is shown once and cannot be found out again.

    Raises GuestsHaveNoTokens.
    """
    if user.is_guest:
        raise GuestsHaveNoTokens
    token = PREFIX + secrets.token_urlsafe(32)
    wanted = default_scopes(user) if scopes is None else scopes
    row = ApiToken.objects.create(
        user=user,
        label=label,
        hash=hash_of(token),
        hint=token[: len(PREFIX) + 4],
        scopes=sorted({*wanted}),
        created_at=clock.now(),
    )
    return row, token


def revoke(user: User, token_id: int | None = None) -> int:
    """Revoke one token of a user, or all; returns how many were valid until now."""
    valid = ApiToken.objects.filter(user=user, revoked_at=None)
    return (valid if token_id is None else valid.filter(pk=token_id)).update(revoked_at=clock.now())


def ensure_email_channel(user: User) -> Channel | None:
    """A checked channel for the user's own address; for addresses that an operator vouches for. None without one."""
    if not user.email:
        return None
    _vouch(user)
    channel, _created = Channel.objects.update_or_create(
        user=user,
        kind=Kind.EMAIL,
        address=user.email,
        defaults={"verified_at": clock.now(), "disabled_at": None, "last_error": "", "added_at": None},
    )
    return channel


def _vouch(user: User) -> None:
    """The address signs in, too, unless somebody else has proved it."""
    email = user.email.lower()
    EmailAddress.objects.filter(user=user).exclude(email=email).delete()
    if not EmailAddress.objects.filter(email=email, verified=True).exclude(user=user).exists():
        EmailAddress.objects.update_or_create(user=user, email=email, defaults={"verified": True, "primary": True})


@transaction.atomic
def prove_address(user: User, address: str) -> None:
    """Somebody has shown that they read this address: it replaces the former one, and what waited for it is theirs."""
    lock_reader(user)
    own = user.channels.filter(kind=Kind.EMAIL, added_at=None)  # What was added beside it goes on.
    former = own.filter(disabled_at=None).exclude(address__iexact=address)
    muted = sorted({kind for channel in former for kind in channel.muted_kinds})
    former.update(disabled_at=clock.now())
    _claim(user, address)
    user.email, user.standing = address, Standing.MEMBER
    user.save(update_fields=["email", "standing"])
    channel = ensure_email_channel(user)
    if channel and muted:
        channel.muted_kinds = muted
        channel.save(update_fields=["muted_kinds"])


def _claim(user: User, address: str) -> None:
    """Accounts that stood for the reader of this address become part of the reader's own."""
    there = Channel.objects.filter(kind=Kind.EMAIL, address__iexact=address)
    for stray in User.objects.filter(standing=Standing.UNCLAIMED, channels__in=there).distinct():
        stray.channels.filter(address__iexact=address).update(address=address)
        merging.merge(stray, into=user)


@transaction.atomic
def move_address(user: User, former: str) -> None:
    """The user's address was replaced by somebody who vouches for the new one: write there, and no more to the old."""
    user.channels.filter(kind=Kind.EMAIL, address=former).update(disabled_at=clock.now())
    EmailAddress.objects.filter(user=user).delete()
    ensure_email_channel(user)


def set_preferences(user: User, **chosen: str) -> None:
    """Set the user's `language` (one of ours), `time_zone` (an IANA name) and `theme`, checked by the caller."""
    for name, value in chosen.items():
        setattr(user, name, value)
    user.save(update_fields=[*chosen])
    if "time_zone" in chosen:
        look_again(user)


@transaction.atomic
def close_account(user: User) -> None:
    """Close an account for good: no name, no address, no way in. The matches it sat at go on and keep their log."""
    lock_reader(user)
    revoke(user)
    user.channels.all().delete()
    user.blocks.all().delete()
    user.mutes.all().delete()
    EmailAddress.objects.filter(user=user).delete()
    Authenticator.objects.filter(user=user).delete()
    end_sessions(user)
    withdraw_user(user.pk, "closed")
    user.username = f"gone-{user.pk}-{secrets.token_hex(3)}"
    user.email = user.first_name = user.last_name = user.calendar_key = ""
    user.is_active = user.is_staff = user.is_superuser = False
    user.set_unusable_password()
    user.save()


def end_sessions(user: User) -> None:
    """Sign the user out everywhere."""
    for session in UserSession.objects.filter(user=user):
        session.end()


def take_second_factor(user: User) -> None:
    """Turn the second factor of somebody off who has lost it; for operators who know whom they talk to."""
    Authenticator.objects.filter(user=user).delete()


def suspend(user: User) -> None:
    """Let the user read, but no longer change anything; what waits to be sent is dropped."""
    user.suspended_at = clock.now()
    user.save(update_fields=["suspended_at"])
    withdraw_user(user.pk, "suspended")


def lift(user: User) -> None:
    """End a suspension."""
    user.suspended_at = None
    user.save(update_fields=["suspended_at"])


def house_bot(name: str) -> User:
    """The account of one of the bots of the house, such as `greedy-bot` for "greedy"; made when first asked for."""
    bot, created = User.objects.get_or_create(username=f"{name}-bot", is_bot=True)
    if created:
        bot.set_unusable_password()
        bot.save(update_fields=["password"])
    return bot


def contact(email: str) -> User:
    """Whoever reads this address: the account it belongs to, or one that waits to be claimed by its reader.

    An unclaimed account can be written to, but nobody can sign in to it.
    """
    known = Channel.objects.filter(kind=Kind.EMAIL, address__iexact=email, verified_at__isnull=False)
    return User.objects.filter(channels__in=known, is_active=True).first() or _unclaimed_account(email)


def _unclaimed_account(email: str) -> User:
    """It has a channel and no address of its own: its reader must be able to sign up with that."""
    user = User(username=f"guest-{secrets.token_hex(5)}", standing=Standing.UNCLAIMED)
    user.set_unusable_password()
    user.save()
    Channel.objects.create(user=user, kind=Kind.EMAIL, address=email, verified_at=clock.now())
    return user


def guest_account(language: str = "en", time_zone: str = "UTC") -> User:
    """Somebody who plays first and may sign up later: no password, no address, one browser."""
    for length in (4, 4, 5, 6, 8, 12):
        name = "guest-" + "".join(secrets.choice(LETTERS) for _each in range(length))
        user = User(username=name, standing=Standing.GUEST, language=language, time_zone=time_zone)
        user.set_unusable_password()
        try:
            with transaction.atomic():
                user.save()
        except IntegrityError:
            continue  # somebody has this name
        return user
    raise RuntimeError("There is no name left for a guest.")


def name_guest(user: User, username: str, password: str) -> None:
    """A guest takes a name and a password; the account, and so every seat, stays. The address is proved later.

    Raises NameTaken.
    """
    user.username = username
    user.set_password(password)
    try:
        with transaction.atomic():
            user.save(update_fields=["username", "password"])
    except IntegrityError as error:
        user.refresh_from_db()
        raise NameTaken from error
