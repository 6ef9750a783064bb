"""Accounts of a hosted site: a person with an email address. In a hall there are none."""

from __future__ import annotations

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models


class Account(AbstractBaseUser):
    """A person who signs in with their email. The address is their only name.

    The column `password` is Django's and never holds one: what it holds instead is part of every session's signature,
    so that a new value ends all of the account's sessions.
    """

    email = models.EmailField(unique=True)  # in lower case
    joined_at = models.DateTimeField(auto_now_add=True)

    objects = BaseUserManager["Account"]()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"

    def __str__(self) -> str:
        return self.email
