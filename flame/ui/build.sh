#!/bin/sh
# Makes what the program embeds: each script with its style sheet after it, parted by a zero byte and deflated.
# zopfli takes a second and saves a 28th of what zlib's best makes, in every picture that is written.
set -eu
cd "$(dirname "$0")"
esbuild() { go tool -modfile=../../.ci/tools.mod esbuild --minify --charset=utf8 --log-level=warning "$@"; }
made=$(mktemp -d)
trap 'rm -r "$made"' EXIT

# Properties that the bundle must not rename: those of browsers, of the data's header, and those that are looked up by text,
# as commands, attributes and columns are. A name that is missing here breaks what uses it, and a test with it.
theirs='[$A-Za-z]|[A-Z].*|__proto__'
for name in \
	abs absolute act add addEventListener after altKey append arrayBuffer assign at before beyond body bottom \
	button buttons by bytes capture case ceil change charCodeAt children class classList clear clearTimeout \
	clientX clientY clipboard cloneNode close closest codePointAt colors concat constructor content create \
	createElementNS cssRules ctrlKey currentScript cursor dataset decode delete deltaX deltaY depth details diff \
	display document documentElement dx elided encode endsWith enqueue entries error escape every exec execCommand \
	exp faded fill filter find findIndex findLastIndex firstChild flatMap flip floor focus fold font fontFamily for forEach \
	frames from fromBase64 fromCharCode fromCodePoint fromEntries function get getAttribute getBBox getBoundingClientRect getContext group has hash \
	height help hidden hide hover href hypot ignoreBOM imul includes index indexOf innerHTML input inverted join key keys kind \
	lastIndex lastIndexOf left length links map match matchAll matchMedia matched matches max maxHeight measureText media mediaText \
	message metaKey min name names namespaceURI nametype nanoseconds next noun number observe of offsetHeight \
	offsetWidth order ownerSVGElement padStart parse parseInt passive pathname per pipeThrough placeholder \
	pointerType pop prepend prev preventDefault preventScroll prototype pull push querySelector querySelectorAll reduce \
	remove removeAttribute replace reset reverse role round row same sandwich scale scrollX search segment select self \
	set setAttribute sheet shift shiftKey show shown size slice some sort split startsWith state stopPropagation \
	style sub subarray tabindex target test textContent theme title toFixed toLowerCase toString toUpperCase toggle top \
	total touches transform trim truncate undo unit unshift value values view viewBox weight white whole width \
	write writeText; do theirs="$theirs|$name"; done

# Chromium compiles all functions of a script that begins so, instead of each when it is called first: the first zoom takes
# two milliseconds less, and loading as long as before.
eager='//# allFunctionsCalledOnLoad'

esbuild flame.css --target=chrome103,firefox113,safari16.4 --outfile="$made/flame.css"
esbuild start.js --bundle --format=esm --target=es2022 --outfile=dist/start.js
for name in flame diff; do
	esbuild $name.js --banner:js="$eager" --bundle --format=iife --target=es2022 --mangle-props=. --reserve-props="^($theirs)$" --outfile="$made/$name.js"
	{ cat "$made/$name.js"; printf '\0'; cat "$made/flame.css"; } >"$made/$name"
	zopfli --deflate --i150 "$made/$name"
	mv "$made/$name.deflate" dist/
done
