# Completion of proxbridge(1) for fish.

# The operands so far, the first of which is the command.
function __proxbridge_operands
    set -l waits
    for word in (commandline -opc)[2..]
        if set -q waits[1]
            set -e waits
        else if string match -qr -- '^(-[qv]*[dsfo]|--(device|switch|focus|state|format|state-format|on-foreground|initial-focus|words|focus-mode|record|is))$' $word
            set waits yes
        else if not string match -q -- '-*' $word
            echo $word
        end
    end
end

# Whether the command is one of those given; run stands for none.
function __proxbridge_runs
    set -l operands (__proxbridge_operands)
    set -q operands[1]; or set operands run
    contains -- $operands[1] $argv
end

# Whether the command is there, and its operand is still missing.
function __proxbridge_wants
    test "$(__proxbridge_operands)" = $argv
end

function __proxbridge_devices
    printf 'auto\tthe first that has the switch\n'
    command proxbridge list 2>/dev/null | string replace ' ' \t
    for link in /dev/input/by-*/*
        echo $link
    end
end

# The words of a switch; of all switches if none is named.
function __proxbridge_words
    set -l name (string match -rg -- '(?:^| )(?:-s ?|--switch[= ])(\S+)' "$(commandline -cp)")
    set name (string lower -- "$name" | string replace -a _ - | string replace -r '^sw-' '')
    switch "$name"
        case front-proximity proximity
            string split ' ' 'near far unknown'
        case lid machine-cover
            string split ' ' 'closed open unknown'
        case tablet-mode
            string split ' ' 'tablet laptop unknown'
        case dock
            string split ' ' 'docked undocked unknown'
        case keypad-slide
            string split ' ' 'out in unknown'
        case ''
            string split ' ' 'near far closed open tablet laptop docked undocked out in on off unknown'
        case '*'
            string split ' ' 'on off unknown'
    end
end

complete -c proxbridge -f
complete -c proxbridge -n '__proxbridge_runs run' -a list -d 'print the switches there are'
complete -c proxbridge -n '__proxbridge_runs run' -a state -d 'print what the running bridge says'
complete -c proxbridge -n '__proxbridge_runs run' -a focus -d 'send a focus message'
complete -c proxbridge -n '__proxbridge_runs run' -a replay -d 'run a recording through the rules'
complete -c proxbridge -n '__proxbridge_runs run' -a doctor -d 'tell why a state is wrong'
complete -c proxbridge -n '__proxbridge_wants focus' -a 'foreground fg' -d 'someone is using the device'
complete -c proxbridge -n '__proxbridge_wants focus' -a 'background bg' -d 'nobody is known to be using it'
complete -c proxbridge -n '__proxbridge_wants focus' -a reset -d 'the switch is stuck'
complete -c proxbridge -n '__proxbridge_wants focus' -a enable -d 'open the device again'
complete -c proxbridge -n '__proxbridge_wants focus' -a disable -d 'close the device'
complete -c proxbridge -n '__proxbridge_wants replay' -F

complete -c proxbridge -n '__proxbridge_runs run' -s d -l device -r -F -a '(__proxbridge_devices)' -d 'choose the event device'
complete -c proxbridge -n '__proxbridge_runs run state focus replay' -s s -l switch -x -d 'choose the switch' -a 'lid tablet-mode headphone-insert rfkill-all microphone-insert dock lineout-insert jack-physical-insert videoout-insert camera-lens-cover keypad-slide front-proximity rotate-lock linein-insert mute-device pen-inserted machine-cover proximity'
complete -c proxbridge -n '__proxbridge_runs run' -s f -l focus -r -F -a 'none -' -d 'read focus messages from there'
complete -c proxbridge -n '__proxbridge_runs replay' -s f -l focus -r -F -a none -d 'read focus messages from there'
complete -c proxbridge -n '__proxbridge_runs focus' -s f -l focus -r -F -d 'send to that FIFO'
complete -c proxbridge -n '__proxbridge_runs run replay' -s o -l state -r -F -a none -d 'write the state there'
complete -c proxbridge -n '__proxbridge_runs state' -s o -l state -r -F -d 'ask the bridge of that state file'
complete -c proxbridge -n '__proxbridge_runs run state replay' -l format -x -a 'word json waybar' -d 'choose what standard output gets'
complete -c proxbridge -n '__proxbridge_runs replay' -l format -x -a table
complete -c proxbridge -n '__proxbridge_runs run replay' -l state-format -x -a 'word json' -d 'choose what the state file gets'
complete -c proxbridge -n '__proxbridge_runs run replay' -l on-foreground -x -a 'assume reread keep' -d 'choose what entering the foreground does'
complete -c proxbridge -n '__proxbridge_runs run replay' -l initial-focus -x -a 'unknown foreground background' -d 'say who is in front at the start'
complete -c proxbridge -n '__proxbridge_runs run replay' -l invert -d 'swap on and off'
complete -c proxbridge -n '__proxbridge_runs run replay' -l words -x -d 'choose the words for on and off'
complete -c proxbridge -n '__proxbridge_runs run' -l focus-mode -x -a '0600 0620 0660' -d 'choose the mode of the FIFO'
complete -c proxbridge -n '__proxbridge_runs run' -l wait -d 'start without the device and wait for it'
complete -c proxbridge -n '__proxbridge_runs run' -l exit-on-loss -d 'end when the device goes'
complete -c proxbridge -n '__proxbridge_runs run' -l record -r -F -d 'record all that happens'
complete -c proxbridge -n '__proxbridge_runs run' -l force -d 'overwrite the recording'
complete -c proxbridge -n '__proxbridge_runs replay' -l realtime -d 'take as long as the recording did'
complete -c proxbridge -n '__proxbridge_runs state' -l follow -d 'print every later record too'
complete -c proxbridge -n '__proxbridge_runs state' -l is -x -a '(__proxbridge_words)' -d 'compare with that word'
complete -c proxbridge -n '__proxbridge_runs list state doctor' -l json -d 'print json'
complete -c proxbridge -n '__proxbridge_runs doctor' -l test-grab -d 'find out whether a device is grabbed'
complete -c proxbridge -n '__proxbridge_runs run replay' -s q -l quiet -d 'print no line at the start'
complete -c proxbridge -n '__proxbridge_runs run replay' -s v -l verbose -d 'print each event, message and reading'
complete -c proxbridge -s h -l help -d 'print a summary of the options'
complete -c proxbridge -s V -l version -d 'print the version'
