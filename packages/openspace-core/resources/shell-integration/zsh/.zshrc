# The marks are those of bash.sh; the command line is given with its C mark, because zsh tells it.
ZDOTDIR=$__openspace_zdotdir
[[ $ZDOTDIR == $HOME ]] && unset ZDOTDIR
unset __openspace_zdotdir __openspace_folder
__openspace_nonce=${OPENSPACE_SHELL_NONCE-}
unset OPENSPACE_SHELL_NONCE OPENSPACE_SHELL_LOGIN
[[ -r ${ZDOTDIR:-$HOME}/.zshrc ]] && . "${ZDOTDIR:-$HOME}/.zshrc"

if [[ -n $__openspace_nonce ]]; then
    typeset -gi __openspace_prompts=0

    __openspace_begin() {
        emulate -L zsh
        setopt no_multibyte
        local text=$1 encoded='' character index
        for ((index = 1; index <= $#text && index <= 2000; index++)); do
            character=$text[index]
            printf -v character '%02x' "'$character"
            encoded+=$character[-2,-1]
        done
        printf '\e]7133;C;%s;%s\a' "$__openspace_nonce" "$encoded"
    }

    __openspace_prompt() {
        local result=$?
        printf '\e]7133;P;%s;%d;%d\a' "$__openspace_nonce" $result $((++__openspace_prompts))
        return $result
    }

    autoload -Uz add-zsh-hook
    add-zsh-hook preexec __openspace_begin
    # First of all hooks: the others must not change the status before it is told.
    precmd_functions=(__openspace_prompt $precmd_functions)
    PS2="${PS2}%{$(printf '\e]7133;Q;%s;0\a' "$__openspace_nonce")%}"
fi
