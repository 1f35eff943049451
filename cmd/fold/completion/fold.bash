# Completion of fold in bash. Load it with: source <(fold completion bash)
_fold() {
	local IFS=$'\n'
	COMPREPLY=($(fold "${COMP_WORDS[@]:1:COMP_CWORD}" --generate-bash-completion 2>/dev/null))
}
complete -o default -F _fold fold
