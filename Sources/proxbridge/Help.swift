/// What `--help` prints.
enum Help {
    static let text = """
        Usage: proxbridge --device PATH|auto [OPTION]...
               proxbridge list [--json]
               proxbridge state [--switch NAME | --state PATH] [--follow] [--json]
               proxbridge focus WORD [--switch NAME | --focus PATH]
               proxbridge replay RECORDING [--focus FILE] [OPTION]...
               proxbridge doctor [--json] [--test-grab]

        Watches a proximity, lid or tablet-mode switch, corrects it by who is in the
        foreground, and writes its state to a file and to standard output. list prints
        the switches there are, state what the running bridge says. focus tells running
        bridges foreground (fg), background (bg), reset, enable or disable. replay runs
        a recording of evemu, libinput or --record through the same rules. doctor tells
        what can be found out about a state that is wrong.

        Running the bridge:
          -d, --device PATH|auto     event device, or the first that has the switch
          -s, --switch NAME          lid, proximity, tablet-mode, dock...
          -f, --focus PATH|-|none    FIFO to read focus messages from, - for standard
                                     input [RUNTIME/SWITCH/focus]
          -o, --state PATH|none      file for the state [RUNTIME/SWITCH/state]
              --format word|json|waybar  what standard output gets [word]
              --state-format word|json   what the state file gets [word]
              --on-foreground WHAT   on entering the foreground: assume that the switch
                                     is off, reread it, or keep what it said [assume
                                     for proximity and lid, else reread]
              --initial-focus WHO    unknown, foreground or background [unknown]
              --invert               swap on and off
              --words ON,OFF         words for on and off
              --focus-mode MODE      octal mode of the FIFO [0600]
              --wait                 start without the device and wait for it
              --exit-on-loss         end with status 1 when the device goes
              --record FILE          record all that happens, for replay and evemu
              --force                overwrite FILE
          -q, --quiet                no line at start
          -v, --verbose              each event, message and reading on standard error

        Others:
              --format table         of replay: a timeline beside a plain reader's
              --realtime             replay: take as long as the recording did
              --follow               of state: print every later record too
              --test-grab            of doctor: see whether a process has grabbed a
                                     device, which takes it for an instant
              --json                 print json, for state also --format json
              --is WORD              print nothing: status 0 if the state is WORD, 1 if
                                     it is another, 3 if it is unknown
          -h, --help                 print this
          -V, --version              print the version

        RUNTIME is $RUNTIME_DIRECTORY, $XDG_RUNTIME_DIR/proxbridge, or /run/proxbridge.
        Exit status: 0 done or stopped, 1 failure, 2 usage, 3 unknown or no bridge,
        4 permission denied, 5 no such device or switch, 6 already running.

        """
}
