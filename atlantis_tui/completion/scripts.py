"""The scripts for shells. Each asks the program what can follow, so that no update makes it out of date."""

from __future__ import annotations

# Bash splits a word at = and :. So the script cuts off what stands before them in the same word.
BASH = r"""# Completion of atlantis for bash. To keep it:
#   atlantis completion bash > ~/.local/share/bash-completion/completions/atlantis
_atlantis() {
    local line="${COMP_LINE:0:COMP_POINT}" cur="${COMP_WORDS[COMP_CWORD]}" word found=()
    local whole="${line##*[[:space:]]}"
    case "$cur" in = | :) cur="" ;; esac
    while IFS= read -r word; do found+=("$word"); done < <("$1" completion words "$line" 2>/dev/null)
    case "${found[0]-}" in
    :files) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$cur") ;;
    :folders) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$cur") ;;
    *)
        local before="${whole%"$cur"}"
        COMPREPLY=("${found[@]#"$before"}")
        case "${COMPREPLY[0]-}" in *: | *=) compopt -o nospace ;; esac
        ;;
    esac
}
complete -F _atlantis atlantis atlantis-tui
"""

ZSH = r"""#compdef atlantis atlantis-tui
# Completion of atlantis for zsh. To keep it, in a folder of $fpath:
#   atlantis completion zsh > ~/.zfunc/_atlantis
_atlantis() {
    local -a found
    found=("${(@f)$("${words[1]}" completion words "$LBUFFER" 2>/dev/null)}")
    case "${found[1]}" in
    '') return 1 ;;
    :files) _files ;;
    :folders) _files -/ ;;
    *) compadd -Q -- "${found[@]}" ;;
    esac
}
if [[ "${funcstack[1]}" = _atlantis ]]; then
    _atlantis "$@"  # found in $fpath, at the first Tab
else
    compdef _atlantis atlantis atlantis-tui
fi
"""

FISH = r"""# Completion of atlantis for fish. To keep it:
#   atlantis completion fish > ~/.config/fish/completions/atlantis.fish
function __atlantis
    set -l found (atlantis completion words (commandline -cp | string collect) 2>/dev/null)
    switch "$found[1]"
        case ':files' ':folders'
            __fish_complete_path (commandline -ct)
        case '*'
            printf '%s\n' $found
    end
end
complete -c atlantis -f -a '(__atlantis)'
complete -c atlantis-tui -f -a '(__atlantis)'
"""

SCRIPTS = {"bash": BASH, "zsh": ZSH, "fish": FISH}
