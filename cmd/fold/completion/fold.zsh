#compdef fold
# Completion of fold in zsh. Load it with: source <(fold completion zsh)
_fold() {
	local -a found
	found=("${(@f)$(fold "${(@)words[2,CURRENT]}" --generate-bash-completion 2>/dev/null)}")
	if [[ -n ${found[1]} ]]; then
		compadd -a found
	else
		_files
	fi
}
if [[ ${funcstack[1]} == _fold ]]; then
	_fold "$@"
else
	compdef _fold fold
fi
