# Read by bash in place of the person's own startup files, which it reads itself first. Afterwards every command line is framed by
# marks that the terminal understands and does not show. A mark carries the terminal's secret, so that what a program prints
# cannot pass for one:
#
#   C  a command begins
#   P  the shell shows its prompt: the status of the last command, and a number that is new for each prompt
#   Q  the shell asks for the rest of an unfinished command line: a number, as above
#
# The marks stand in PS0, PS1 and PS2 alone. There is no DEBUG trap, which would make every loop slow.

__openspace_nonce=${OPENSPACE_SHELL_NONCE-}
__openspace_login=${OPENSPACE_SHELL_LOGIN-}
unset OPENSPACE_SHELL_NONCE OPENSPACE_SHELL_LOGIN

if [ -n "$__openspace_login" ]; then
    [ -r /etc/profile ] && . /etc/profile
    for __openspace_file in ~/.bash_profile ~/.bash_login ~/.profile; do
        if [ -r "$__openspace_file" ]; then
            . "$__openspace_file"
            break
        fi
    done
    unset __openspace_file
elif [ -r ~/.bashrc ]; then
    . ~/.bashrc
fi
unset __openspace_login

# PS0 is as old as bash 4.4.
if [ -n "$__openspace_nonce" ] && { ((BASH_VERSINFO[0] > 4)) || ((BASH_VERSINFO[0] == 4 && BASH_VERSINFO[1] >= 4)); }; then
    __openspace_prompts=0
    __openspace_begin='\e]7133;C;'"$__openspace_nonce"'\a'
    # Of a list that is not there, only the place in it is evaluated. It stands first, because what else a prompt runs sets the status.
    __openspace_keep='\[${__openspace_none[__openspace_status=$?]-}\]'
    __openspace_prompt='\[\e]7133;P;'"$__openspace_nonce"';$__openspace_status;$((__openspace_prompts += 1))\a\]'
    __openspace_rest='\[\e]7133;Q;'"$__openspace_nonce"';$((__openspace_prompts += 1))\a\]'

    # A prompt that was set anew, by hand or by a prompt theme, gets its mark back.
    __openspace_mark() {
        local status=$?
        case "${PS0-}" in *"$__openspace_begin"*) ;; *) PS0="${PS0-}$__openspace_begin" ;; esac
        case "${PS1-}" in *"$__openspace_prompt"*) ;; *) PS1="${PS1-}$__openspace_prompt" ;; esac
        case "$PS1" in "$__openspace_keep"*) ;; *) PS1="$__openspace_keep${PS1//"$__openspace_keep"/}" ;; esac
        case "${PS2-}" in *"$__openspace_rest"*) ;; *) PS2="${PS2-}$__openspace_rest" ;; esac
        return $status
    }

    # After what the person has there, because that may set the prompt.
    if [[ "$(declare -p PROMPT_COMMAND 2>/dev/null)" == 'declare -a'* ]]; then
        PROMPT_COMMAND+=(__openspace_mark)
    else
        PROMPT_COMMAND="${PROMPT_COMMAND:+$PROMPT_COMMAND$'\n'}__openspace_mark"
    fi
fi
unset __openspace_nonce
