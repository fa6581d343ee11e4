"""Mails that come in: answers to our mails, and those that came back.

`door.take_in` is the one way in, whichever door of the house a mail came to: the LMTP and SMTP receiver
(`mail_server`), standard input (`receive_mail`), or a provider's hook (`hooks`). What an answer means is not known
here: another app registers who understands it, with `handlers.register`.
"""
