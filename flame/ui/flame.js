// Flame: the script of pictures of one profile.

import "./data/re.js"; // these two first, since the whole packs smaller so
import "./state/view.js";
import { start } from "./input/main.js";

start(document.currentScript.ownerSVGElement);
