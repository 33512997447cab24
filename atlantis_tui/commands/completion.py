"""`atlantis completion`: print a script with which a shell completes commands, flags, games, levels and logs."""

from __future__ import annotations

from atlantis_tui.commands.flags import guarded, read_flags
from atlantis_tui.text.command_error import OK, CommandError
from atlantis_tui.text.sentences import choice, quoted
from atlantis_tui.text.translation import _

TYPE_CHECKING = False  # importing typing would slow down the start
if TYPE_CHECKING:
    from collections.abc import Sequence

BARE = ("--help", "-h")
WORDS = "words"  # the scripts call `atlantis completion words`; people do not


def run(argv: list[str]) -> int:
    return guarded(lambda: _run(argv))


def _run(argv: Sequence[str]) -> int:
    if argv[:1] == [WORDS] and len(argv) == 2:
        from atlantis_tui.completion.words import candidates

        for word in candidates(argv[1]):
            print(word)
        return OK
    words, flags = read_flags("completion", argv, bare=BARE, words=1)
    if "--help" in flags or "-h" in flags:
        print("\n".join(_help()))
        return OK
    from atlantis_tui.completion.scripts import SCRIPTS

    if not words or words[0] not in SCRIPTS:
        raise CommandError(
            _('There is no completion for "{shell}": choose {shells}.').format(
                shell=quoted(words[0]), shells=choice(tuple(SCRIPTS))
            )
            if words
            else _("completion needs the name of your shell: {shells}.").format(shells=choice(tuple(SCRIPTS)))
        )
    print(SCRIPTS[words[0]], end="")
    return OK


def _help() -> list[str]:
    return [
        _("Usage: atlantis completion bash|zsh|fish"),
        _("Prints a script with which your shell completes commands, flags, games, levels and the names of logs."),
        "    atlantis completion bash > ~/.local/share/bash-completion/completions/atlantis",
        "    atlantis completion zsh > ~/.zfunc/_atlantis",
        "    atlantis completion fish > ~/.config/fish/completions/atlantis.fish",
        _("Open a new shell afterwards; for zsh the folder has to be in its fpath. To try it at once in bash:"),
        '    eval "$(atlantis completion bash)"',
    ]
