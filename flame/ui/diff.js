// Diff: the script of pictures that show what changed between two profiles.

import "./data/re.js"; // these four first, since the whole packs smaller so
import "./data/shorten.js";
import "./data/decode.js";
import "./state/view.js";
import { Changes } from "./drawing/changes.js";
import { actions, commands } from "./input/compare.js";
import { start } from "./input/main.js";

start(document.currentScript.ownerSVGElement, { Changes, actions, commands });
