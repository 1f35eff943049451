# Completion of fold in bash. Load it with: source <(fold completion bash)
_fold() {
	local IFS=$'\n' word
	COMPREPLY=()
	for word in $(fold "${COMP_WORDS[@]:1:COMP_CWORD}" --generate-bash-completion 2>/dev/null); do
		COMPREPLY+=("$(printf %q "$word")") # names of categories have blanks
	done
}
complete -o default -F _fold fold
