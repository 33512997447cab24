"""The keys that the footer of every table names on the viewer's own turn; else status.py does.

A game puts them in the order in which they matter at the moment.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from atlantis_tui.text.translation import _

if TYPE_CHECKING:
    from atlantis_tui.table.mode import TableMode
    from atlantis_tui.table.status import Key


class TableKeys(NamedTuple):
    do: Key
    propose: Key  # Enter with nothing planned
    back: Key
    undo: Key
    log: Key
    typed: Key
    hint: Key
    leave: Key
    talk: tuple[Key, ...]  # one on the network, otherwise none
    invite: tuple[Key, ...]  # the same


def table_keys(mode: TableMode) -> TableKeys:
    return TableKeys(
        do=("Enter", _("do it"), "do"),
        propose=("Enter", _("propose"), "do"),
        back=("Bksp", _("back"), "back"),
        undo=("U", _("undo"), "take_back"),
        log=("Y", _("log"), "history"),
        typed=(":", _("type"), "type"),
        hint=("I", _("hint"), "hint"),
        leave=mode.leave_key(),
        talk=mode.talk_keys(),
        invite=mode.invite_keys(),
    )
