"""A form that claims a charset of its own is read as ours are: nobody's form breaks a page."""

from __future__ import annotations

import pytest
from django.test import Client


@pytest.mark.django_db
@pytest.mark.parametrize("charset", ["hex", "rot13", "zlib", "idna", "undefined", "unicode_escape", "utf-16"])
@pytest.mark.parametrize("path", ["/j/", "/theme/"])
def test_a_form_in_another_charset_is_answered(path: str, charset: str) -> None:
    body = b'--B\r\nContent-Disposition: form-data; name="code"\r\n\r\n\\ud800\r\n--B--\r\n'
    answer = Client().generic("POST", path, body, content_type=f"multipart/form-data; boundary=B; charset={charset}")
    assert answer.status_code in (200, 302, 400)
