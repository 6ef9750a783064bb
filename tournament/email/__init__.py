"""Email, queued in the transaction of what it tells and sent by a thread of the server.

`queueing` writes rows, `sending` sends them. Neither of the libraries that queue email in the database (django-mailer,
django-post-office) fits: both keep the text of what was sent, which here holds codes and links that sign people in,
and both lock with a file, which two computers do not share.
"""
