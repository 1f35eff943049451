#!/bin/sh
# Makes what the program embeds: each script with its style sheet after it, parted by a zero byte and deflated.
# zopfli takes a second and saves a 28th of what zlib's best makes, in every picture that is written.
set -eu
cd "$(dirname "$0")"
esbuild() { go tool -modfile=../../.ci/tools.mod esbuild --minify --charset=utf8 --log-level=warning "$@"; }
made=$(mktemp -d)
trap 'rm -r "$made"' EXIT

# Names of properties that neither browsers nor the data's header have: the bundle may shorten them.
ours='^(profile|tree|side|sides|object|hovered|isZoomed|setSides|parentOf|nameOf|weightText|boxOf|rowsOf|rowsInSight|layouts|slivers|term|reversed|minds|caller|totals|marks|delta|root|cursorAt|placeParts|viewport|readCallers|isCovered|kids|weights|suffix|standalone|scratch|outermost|addTower|readSelfs|showCursor|showHover|layOut|unhide|foot|pointed|heavy|reweigh|towers|known|zoom|zooms|way|inner|measure|nth|places|selfs|hashes|rescale|isFound|source|parent|rows|boxes|box|seen|printing|waiting|paint|render|tell|say|twin|twins|pair|byName|within|below|choose|stick|scrolled|tower|ranges|expand|walk|tree|look|face|bar|tip|list|hide|place|count|label|labels|paths|markup|base|update|stats|down|texts|byWidth|equals|picture|keyed|widths|trees|looks|isNoise|attributes|isWhole|chosen|fits|hint|exact|cells|columns|span|buttons|bytes|step|path|note|zoomed|rect|window|legend|head|text|table|column)$'

esbuild flame.css --target=chrome103,firefox113,safari16.4 --outfile="$made/flame.css"
esbuild start.js --target=es2022 --outfile=dist/start.js
for name in flame diff; do
	esbuild $name.js --bundle --format=iife --target=es2022 --mangle-props="$ours" --outfile="$made/$name.js"
	{ cat "$made/$name.js"; printf '\0'; cat "$made/flame.css"; } >"$made/$name"
	zopfli --deflate --i150 "$made/$name"
	mv "$made/$name.deflate" dist/
done
