#!/bin/sh
# Makes what the program embeds: the script with its style sheet after it, parted by a zero byte and deflated.
set -eu
cd "$(dirname "$0")"
esbuild() { go tool -modfile=../../../.ci/tools.mod esbuild --minify --charset=utf8 --log-level=warning "$@"; }
made=$(mktemp -d)
trap 'rm -r "$made"' EXIT

esbuild page.css --target=chrome103,firefox113,safari16.4 --outfile="$made/page.css"
esbuild still.css --target=chrome103,firefox113,safari16.4 --outfile=dist/still.css
esbuild boot.js --target=es2022 --outfile=dist/boot.js
esbuild page.js --bundle --format=iife --target=es2022 --outfile="$made/page.js"
{ cat "$made/page.js"; printf '\0'; cat "$made/page.css"; } >"$made/page"
zopfli --deflate --i50 "$made/page"
mv "$made/page.deflate" dist/
