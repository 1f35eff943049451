# Completion of fold in fish. Load it with: fold completion fish | source
function __fold_words
    set -l before (commandline -opc)
    set -l current (commandline -ct)
    set -l words (fold $before[2..-1] "$current" --generate-bash-completion 2>/dev/null)
    if test (count $words) -gt 0
        printf '%s\n' $words
    else
        __fish_complete_path "$current"
    end
end
complete -c fold -f -a '(__fold_words)'
