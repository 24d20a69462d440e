# zsh looks for its startup files in the folder of this file first. Each of them reads the person's own, and .zshrc puts the folder
# back to where the person has theirs.
__openspace_folder=$ZDOTDIR
ZDOTDIR=${OPENSPACE_SHELL_ZDOTDIR:-$HOME}
unset OPENSPACE_SHELL_ZDOTDIR
[[ -r $ZDOTDIR/.zshenv ]] && . "$ZDOTDIR/.zshenv"
__openspace_zdotdir=$ZDOTDIR
ZDOTDIR=$__openspace_folder
