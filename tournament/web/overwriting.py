"""Leading to the page that takes erased names out of the database's file, where it was in use."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponseRedirect
from django.shortcuts import redirect

IN_THE_FILE = (
    "No page shows {what} anymore, but the database’s file may still have it, because another program was using "
    "the file."
)


def offer_to_overwrite(request: HttpRequest) -> HttpResponseRedirect:
    """Lead to the page with the button, and say that the file may still have a name."""
    messages.warning(request, IN_THE_FILE.format(what="the name"))
    return redirect("overwrite-erased")
