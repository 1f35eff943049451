// Flame: the script of pictures of one profile.

import { start } from "./main.js";

start(document.currentScript.ownerSVGElement);
