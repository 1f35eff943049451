# Completion of fold in fish. Load it with: fold completion fish | source
function __fold_words
    set -l before (commandline -opc)
    set -l current (commandline -ct)
    fold $before[2..-1] "$current" --generate-bash-completion 2>/dev/null
end
complete -c fold -a '(__fold_words)'
