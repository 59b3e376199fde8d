# Completion of proxbridge(1) for bash; it works with and without the package bash-completion.

# The words of a switch; of all switches if none is named.
_proxbridge_words() {
    local name=${1,,}
    name=${name//_/-}
    case ${name#sw-} in
    front-proximity | proximity) echo near far unknown ;;
    lid | machine-cover) echo closed open unknown ;;
    tablet-mode) echo tablet laptop unknown ;;
    dock) echo docked undocked unknown ;;
    keypad-slide) echo out in unknown ;;
    '') echo near far closed open tablet laptop docked undocked out in on off unknown ;;
    *) echo on off unknown ;;
    esac
}

_proxbridge() {
    local switches='lid tablet-mode headphone-insert rfkill-all microphone-insert dock
        lineout-insert jack-physical-insert videoout-insert camera-lens-cover keypad-slide
        front-proximity rotate-lock linein-insert mute-device pen-inserted machine-cover proximity'
    local -A options=(
        [run]='-d --device= -s --switch= -f --focus= -o --state= --format= --state-format=
            --on-foreground= --initial-focus= --invert --words= --focus-mode= --wait
            --exit-on-loss --record= --force -q --quiet -v --verbose'
        [list]='--json'
        [state]='-s --switch= -o --state= --format= --follow --json --is='
        [focus]='-s --switch= -f --focus='
        [replay]='-s --switch= -f --focus= -o --state= --format= --state-format= --on-foreground=
            --initial-focus= --invert --words= --realtime -q --quiet -v --verbose'
        [doctor]='--json --test-grab'
    )

    # Words as the user wrote them: bash cuts them at = and : too.
    local words=() word glue=
    for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
        if [[ $glue || $word == [=:] ]] && ((${#words[@]})); then
            words[-1]+=$word
        else
            words+=("$word")
        fi
        [[ $word == [=:] ]] && glue=yes || glue=
    done
    local cur=${words[-1]} option= command= switch= operands=0
    unset 'words[-1]'

    # What stands before: an option that waits for its value, the command, the switch.
    for word in "${words[@]}"; do
        if [[ $option ]]; then
            [[ $option == @(-s|--switch) ]] && switch=$word
            option=
        elif [[ $word =~ ^-[qv]*([dsfo])$ ]]; then
            option=-${BASH_REMATCH[1]}
        elif [[ $word == --@(device|switch|focus|state|format|state-format|on-foreground|initial-focus|words|focus-mode|record|is) ]]; then
            option=$word
        elif [[ $word == --switch=* ]]; then
            switch=${word#*=}
        elif [[ $word != -* && $command ]]; then
            operands=$((operands + 1))
        elif [[ $word != -* ]]; then
            command=$word
        fi
    done
    if [[ ! $option && $cur == --*=* ]]; then
        option=${cur%%=*}
        cur=${cur#*=}
    fi

    local offers= files=
    case $option in
    -d | --device)
        offers="auto $(command proxbridge list 2>/dev/null | cut -d ' ' -f 1 | sort -u)
            $(compgen -G '/dev/input/by-*/*')"
        [[ $cur == /* && $cur != /dev/* ]] && files=yes
        ;;
    -s | --switch) offers=$switches ;;
    -f | --focus)
        files=yes
        [[ $command == focus ]] || offers=none
        [[ $command == @(focus|replay) ]] || offers+=' -'
        ;;
    -o | --state)
        files=yes
        [[ $command == state ]] || offers=none
        ;;
    --format)
        offers='word json waybar'
        [[ $command == replay ]] && offers+=' table'
        ;;
    --state-format) offers='word json' ;;
    --on-foreground) offers='assume reread keep' ;;
    --initial-focus) offers='unknown foreground background' ;;
    --focus-mode) offers='0600 0620 0660' ;;
    --record) files=yes ;;
    --is) offers=$(_proxbridge_words "$switch") ;;
    '')
        if [[ $cur == -* ]]; then
            offers="${options[${command:-run}]-} -h --help -V --version"
        elif [[ ! $command ]]; then
            offers='list state focus replay doctor'
        elif [[ $command == focus && $operands == 0 ]]; then
            offers='foreground fg background bg reset enable disable'
        elif [[ $command == replay && $operands == 0 ]]; then
            files=yes
        fi
        ;;
    esac

    COMPREPLY=($(compgen -W "$offers" -- "$cur"))
    if [[ $files ]]; then
        local IFS=$'\n'
        COMPREPLY+=($(compgen -f -- "$cur"))
        compopt -o filenames 2>/dev/null
    fi
    [[ ${#COMPREPLY[@]} == 1 && $COMPREPLY == --*= ]] && compopt -o nospace 2>/dev/null
    # Bash replaces only what follows the last colon.
    if [[ $cur == *:* && $COMP_WORDBREAKS == *:* ]]; then
        COMPREPLY=("${COMPREPLY[@]#"${cur%"${cur##*:}"}"}")
    fi
}

complete -F _proxbridge proxbridge
