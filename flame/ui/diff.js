// Diff: the script of pictures that tell what changed between two profiles.

import { start } from "./main.js";
import { Delta } from "./delta.js";

start(document.currentScript.ownerSVGElement, Delta);
