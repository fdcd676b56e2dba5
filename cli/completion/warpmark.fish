# Completion of warpmark for fish, by the program itself: `warpmark complete WORDS`.
function __warpmark_complete
    set -l words (commandline -opc) (commandline -ct)
    for line in ($words[1] complete $words[2..-1] 2>/dev/null)
        switch $line
            case :files
                __fish_complete_path (commandline -ct)
            case :folders
                __fish_complete_directories (commandline -ct)
            case '*'
                echo $line
        end
    end
end
complete -c warpmark -f -a '(__warpmark_complete)'
