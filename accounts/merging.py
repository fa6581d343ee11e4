"""Two accounts of one person become one. Knows nothing of what other apps keep: it follows the foreign keys."""

# ruff: noqa: SLF001 - which fields lead to a user, only `_meta` knows.

from collections.abc import Iterator

from django.db import IntegrityError, transaction
from django.db.models import ForeignObjectRel, Model, QuerySet

from accounts.models import User


def references(*, outside: frozenset[str] = frozenset()) -> Iterator[ForeignObjectRel]:
    """Every foreign key that leads to a user, except those of the apps named."""
    for relation in User._meta.get_fields(include_hidden=True):
        if isinstance(relation, ForeignObjectRel) and not relation.many_to_many and _app_of(relation) not in outside:
            yield relation


def _app_of(relation: ForeignObjectRel) -> str:
    return str(relation.related_model._meta.app_label)


def _rows(relation: ForeignObjectRel, user: User) -> QuerySet[Model]:
    return relation.related_model._base_manager.filter(**{relation.field.name: user})


@transaction.atomic
def merge(stray: User, *, into: User) -> None:
    """Whatever belongs to `stray` belongs to `into` from now on, unless that has the same already; `stray` is gone."""
    for relation in references():
        name = relation.field.name
        for row in _rows(relation, stray):
            try:
                with transaction.atomic():
                    setattr(row, name, into)
                    row.save(update_fields=[name])
            except IntegrityError:
                continue  # such as two invitations to one table; this one goes with its account
    stray.delete()


def is_referred_to(user: User, *, by_others_than: frozenset[str]) -> bool:
    """Whether any app but those named remembers this user."""
    return any(_rows(relation, user).exists() for relation in references(outside=by_others_than))
