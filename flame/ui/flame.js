// Flame: the script of pictures of one profile.

import { start } from "./input/main.js";

start(document.currentScript.ownerSVGElement);
