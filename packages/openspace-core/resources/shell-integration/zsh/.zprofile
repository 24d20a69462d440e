[[ -r $__openspace_zdotdir/.zprofile ]] && . "$__openspace_zdotdir/.zprofile"
