"""A host that is lost while no game is on: what happened, and what those who stayed can do. Screens and plain mode."""

from __future__ import annotations

from atlantis_tui.text.translation import _


def happened(host: str, closed: bool) -> str:
    """What happened, for a title. `closed`: the host has said good-bye."""
    return _("{name} closed the table").format(name=host) if closed else _("{name} lost the link").format(name=host)


def since(host: str, closed: bool, time: str) -> str:
    """What happened, and when."""
    if closed:
        return _("{name} was the host, and left at {time}.").format(name=host, time=time)
    return _("{name}, who is the host, was last heard at {time}.").format(name=host, time=time)


def ways_out(may: bool, watches: bool) -> str:
    """What can become of the table. `may`: the reader can become its host."""
    if may:
        return _(
            "Whoever becomes host keeps the table: its name, game and rules. All who are here come along by "
            "themselves, without a code."
        )
    if watches:
        return _("One of the players can become host. You come along by yourself, without a code.")
    return _("It is looked for all the time. When it is there again, you are back by yourself.")


def unheard(may: bool) -> str:
    """Why nothing comes of what somebody says or wishes now."""
    if may:
        return _("Nobody hears that now: the host is gone. H makes you the host.")
    return _("Nobody hears that now: the host is gone. Q leaves.")


def typed_ways_out(may: bool) -> str:
    """What can be typed."""
    if may:
        return _("Type host to become the host of this table, wait to wait for one, or leave.")
    return _("Type wait to wait for a host, or leave.")


def typed_unheard(may: bool) -> str:
    if may:
        return _("Nobody hears that now, because the host is gone: type host, wait or leave.")
    return _("Nobody hears that now, because the host is gone: type wait or leave.")
