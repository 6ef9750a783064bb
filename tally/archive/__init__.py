"""A club, a season or a night as one file that another database can take in, and the way back.

`tables` says what is written, from the models; `values` and `inner_ids` turn columns into JSON and back; `writing`
makes a file, `reading` checks one, with `form_rules`; `matching` and `plans` say what of it is here already, and
`importing` writes the rest.

Django's own serializers do not do it: with natural keys they ask the database for every reference of every row, they
know nothing of ids inside JSON columns, and they cut moments to milliseconds.
"""
