"""Email waits in the database, is sent once, is tried again, and leaves no text behind."""

from __future__ import annotations

import logging
from datetime import timedelta
from threading import Event
from time import sleep
from types import SimpleNamespace

import pytest
from django.core import mail
from django.core.mail.backends.base import BaseEmailBackend
from django.core.management import call_command
from django.db import transaction
from django.utils import timezone

from tests.support.accounts import ANN
from tournament.email import sending
from tournament.email.queueing import queue_email, something_waits
from tournament.email.sending import CLAIM, forget_old, send_waiting
from tournament.models import OutgoingEmail
from tournament.models.email import MOST_TRIES
from tournament.server import email_sender

SECRET = "the code is K7QM-2X9D"


class Broken(BaseEmailBackend):
    """A mail server that is down."""

    def send_messages(self, messages: object) -> int:
        raise ConnectionRefusedError(f"no route for {SECRET}")


@pytest.fixture
def broken(settings: object) -> None:
    settings.EMAIL_BACKEND = f"{__name__}.Broken"  # type: ignore[attr-defined]


def queued() -> OutgoingEmail:
    return queue_email(to=ANN, subject="Your code", body=SECRET)


def test_an_email_is_sent_once_and_its_text_is_erased() -> None:
    row = queued()
    assert (send_waiting(), send_waiting()) == (1, 0)
    [message] = mail.outbox
    assert (message.to, message.subject, message.body) == ([ANN], "Your code", SECRET)
    assert message.from_email == "Euchre Night <night@euchre.example>"
    assert message.extra_headers["Message-ID"] == row.message_id
    assert row.message_id.endswith("@euchre.example>")
    row.refresh_from_db()
    assert row.sent_at is not None and row.body == ""


def test_an_email_of_a_change_that_is_rolled_back_is_never_sent() -> None:
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        queued()
        _ = 1 / 0
    assert send_waiting() == 0 and not mail.outbox


def test_the_sender_is_woken_when_the_change_is_committed(django_capture_on_commit_callbacks: object) -> None:
    something_waits.clear()
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        queued()
        assert not something_waits.is_set()
    assert something_waits.is_set()


def test_a_failure_is_tried_again_later_and_given_up_in_the_end(broken: None, caplog: pytest.LogCaptureFixture) -> None:
    row, now, waits = queued(), timezone.now(), []
    caplog.set_level(logging.WARNING)
    for number in range(1, MOST_TRIES + 1):
        assert send_waiting(now) == 0
        row.refresh_from_db()
        assert (row.tries, row.problem) == (number, "ConnectionRefusedError")
        if number < MOST_TRIES:
            assert row.body == SECRET and send_waiting(timezone.now()) == 0  # not yet
            waits.append(row.wait)
            now = row.next_try_at
    assert waits == sorted(waits) and waits[0] == timedelta(seconds=30) and sum(waits, timedelta()) < timedelta(days=1)
    assert row.gave_up_at is not None and row.body == ""
    assert send_waiting(now + timedelta(days=1)) == 0
    assert len(caplog.records) == MOST_TRIES and caplog.records[-1].levelname == "ERROR"
    assert SECRET not in caplog.text and ANN not in caplog.text


def test_one_broken_address_does_not_hold_up_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    queued()
    queue_email(to="bob@club.example", subject="Hello", body="Hello")
    message = sending._message

    def fail_for_ann(email: OutgoingEmail) -> mail.EmailMessage:
        if email.to == ANN:
            raise ValueError
        return message(email)

    monkeypatch.setattr(sending, "_message", fail_for_ann)
    assert send_waiting() == 1
    assert [message.to for message in mail.outbox] == [["bob@club.example"]]


def test_two_processes_that_see_the_same_row_send_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    queued()
    message, sent_by_the_other = sending._message, []

    def be_slow(email: OutgoingEmail) -> mail.EmailMessage:
        monkeypatch.setattr(sending, "_message", message)
        sent_by_the_other.append(send_waiting())  # while this one is still at it
        return message(email)

    monkeypatch.setattr(sending, "_message", be_slow)
    assert send_waiting() == 1 and sent_by_the_other == [0] and len(mail.outbox) == 1


def test_a_row_of_a_process_that_died_is_sent_by_another() -> None:
    row = queued()
    claimed = list(sending._claimed(timezone.now(), lambda: False))  # and then it died
    assert [email.pk for email in claimed] == [row.pk]
    assert send_waiting() == 0
    assert send_waiting(timezone.now() + CLAIM + timedelta(seconds=1)) == 1
    assert mail.outbox[0].extra_headers["Message-ID"] == row.message_id


def test_a_code_that_has_expired_is_not_sent_any_more() -> None:
    row = queue_email(to=ANN, subject="Your code", body=SECRET, useful_for=timedelta(minutes=15))
    assert send_waiting(timezone.now() + timedelta(minutes=16)) == 0 and not mail.outbox
    row.refresh_from_db()
    assert row.gave_up_at is not None and row.body == ""


def test_a_code_that_expires_while_the_server_of_another_email_is_slow_is_not_sent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    queue_email(to="bob@club.example", subject="Hello", body="Hello")
    row = queue_email(to=ANN, subject="Your code", body=SECRET, useful_for=timedelta(minutes=15))
    message, clock = sending._message, [timezone.now()]

    def be_slow(email: OutgoingEmail) -> mail.EmailMessage:
        clock[0] += timedelta(minutes=16)
        return message(email)

    monkeypatch.setattr(sending, "_message", be_slow)
    monkeypatch.setattr(sending, "timezone", SimpleNamespace(now=lambda: clock[0]))
    assert send_waiting() == 1 and [message.to for message in mail.outbox] == [["bob@club.example"]]
    row.refresh_from_db()
    assert row.gave_up_at is not None and row.body == ""


def test_email_that_is_under_way_is_sent_before_the_server_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    under_way, sent = Event(), list[int]()

    def send_slowly(**asked: object) -> int:
        under_way.set()
        sleep(0.2)
        sent.append(1)
        return 1

    monkeypatch.setattr(email_sender, "send_waiting", send_slowly)
    monkeypatch.setattr(email_sender, "tidy", lambda: None)
    sender = email_sender.EmailSender()
    sender.start()
    assert under_way.wait(60)
    sender.stop()
    assert sent == [1]


def test_a_server_that_is_stopping_sends_no_other_email() -> None:
    queued()
    queued()
    sent_when_asked = []

    def stopped() -> bool:
        sent_when_asked.append(len(mail.outbox))
        return bool(mail.outbox)

    assert send_waiting(stopped=stopped) == 1 == len(mail.outbox)
    assert sent_when_asked == [0, 1]
    assert send_waiting() == 1, "the other one is sent by the next server"


def test_rows_are_forgotten_after_a_month_but_never_those_that_wait() -> None:
    queued()
    later = timezone.now() + timedelta(days=31)
    forget_old(later)
    assert OutgoingEmail.objects.count() == 1
    send_waiting()
    forget_old(later)
    assert not OutgoingEmail.objects.exists()


def test_the_command_sends_and_says_what_is_left(
    broken: None, capsys: pytest.CaptureFixture[str], settings: object
) -> None:
    row = queued()
    with timezone.override("America/Chicago"):
        call_command("send_email")
        row.refresh_from_db()
        at = timezone.localtime(row.next_try_at)
    said = capsys.readouterr().out
    assert f"at {at:%H:%M}." in said
    assert "0 sent, 1 waiting." in said and f"Email {row.pk}: ConnectionRefusedError; try 2" in said
    assert SECRET not in said and ANN not in said
