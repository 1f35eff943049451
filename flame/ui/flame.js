// Flame: the script of pictures of one profile.

import "./data/re.js"; // these four first, since the whole packs smaller so
import "./data/shorten.js";
import "./data/decode.js";
import "./state/view.js";
import { start } from "./input/main.js";

start(document.currentScript.ownerSVGElement);
