// Summary: what the details pane shows while no function is chosen: what changed, where the weight goes, and what the
// doctor found.

import { group } from "../../../ui/data/format.js";
import { noiseName } from "./change.js";
import { baseText } from "./shares.js";
import { count, escape, percent, sign } from "./text.js";

const severities = { problem: "Problem", caution: "Caution", lead: "Lead" };

/** Returns the markup of the summary. */
export function summaryOf(view) {
  const { profile } = view;
  const { note } = profile.head;
  return `<div class="sum">${note ? `<p class="note">${escape(note)}</p>` : ""}${profile.isPair ? ledgerOf(profile) : ""}${categoriesOf(view)}${findingsOf(profile)}</div>`;
}

/** The kinds of changes, and the colours that boxes have of them: changed for certain, and faded. */
const kinds = { grew: ["u4", "u1"], new: ["new", "new s"], shrank: ["n4", "n1"], gone: ["gone", "gone s"] };

/** Returns what grew and what shrank, which is what the totals differ by. */
function ledgerOf(profile) {
  const [before, after] = profile.trees.map((tree) => tree.totals[0]);
  const [was, is] = profile.trees.map((tree) => tree.measure().self);
  const sums = { grew: 0, new: 0, shrank: 0, gone: 0 };
  const isNoise = { grew: true, new: true, shrank: true, gone: true };
  for (let name = 0; name < profile.names.length; name++) {
    const change = is[name] - was[name];
    if (!change) continue;
    const kind = !was[name] ? "new" : !is[name] ? "gone" : change > 0 ? "grew" : "shrank";
    sums[kind] += change;
    isNoise[kind] &&= profile.isNoise("self", name);
  }
  const line = (kind) => {
    const change = sums[kind];
    const fade = isNoise[kind] ? `quiet" title="no function among these changed beyond ${escape(noiseName(profile))}` : change > 0 ? "up" : "dn";
    return `<tr><th scope="row"><i class="dot ${kinds[kind][+isNoise[kind]]}"></i>${kind}</th><td class="${fade}">${sign(change)}${escape(profile.weightText(Math.abs(change)))}</td></tr>`;
  };
  const growth = before ? ` <small>${sign(after - before)}${growthText(Math.abs(after - before) / before)}</small>` : "";
  const whole = (title, weight, note, kind) => `<tr class="${kind}"><th scope="row">${title}</th><td>${escape(profile.weightText(weight))}${note}</td></tr>`;
  const lines = Object.keys(sums).filter((kind) => sums[kind]);
  return `<h2 class="h">What changed</h2>${verdictOf(profile, after - before)}<table class="led"><tbody>${whole("before", before, "", "")}${lines.map(line).join("")}${whole("after", after, growth, "end")}</tbody></table>${noiseNote(profile)}`;
}

/** Returns the sentence on top: how many functions changed beyond the noise. Where that was not tested there is none. */
function verdictOf(profile, change) {
  if (!profile.isTested) return "";
  const { noise } = profile.metrics[profile.metric];
  const beyond = noise ? ` beyond the ${noise}` : "";
  const [self, total] = ["self", "total"].map((kind) => [...profile.beyond[profile.metric][kind]].filter((name) => !profile.isThread[name]).length);
  const grew = profile.isAbsolute && change ? `The total ${change > 0 ? "grew" : "shrank"} by ${profile.weightText(Math.abs(change))}; ` : "";
  const text = self || total ? `${grew}${self ? count(self, "function") : grew ? "no function" : "No function"} changed${beyond} by self, ${group(total)} by total.` : `No function changed${beyond}.`;
  return `<p class="verdict">${escape(text)}</p>`;
}

/** Returns a growth, which may be more than all there was: "0.12%", "1,863%". */
const growthText = (share) => (share < 0.9995 ? percent(share, 1) : group(Math.round(100 * share)) + "%");

/** Returns what faded colours mean and what that rests on, or why nothing is faded. */
function noiseNote(profile) {
  const { basis, caveat, noise } = profile.metrics[profile.metric];
  let note = "Changes are not tested against noise: how many samples there are is not known.";
  if (profile.isTested) note = [noise && `Faded: the change is within ${noiseName(profile)}${basis ? ` (${basis})` : ""}.`, caveat].filter(Boolean).join(" ");
  else if (profile.beyond[profile.metric]) note = "What chips and a thread leave is not tested against noise: nothing is faded.";
  return `<p class="note">${escape(note)}</p>`;
}

/** Returns the weight by category, as one bar and as a list that is the legend of the picture. */
function categoriesOf(view) {
  const { profile, part } = view;
  const whole = part ? profile.tree.totals[part] : profile.base;
  const groups = profile.groups("category", part);
  if (!groups.length) return "";
  const { cats } = profile.head;
  const base = baseText(view);
  const spoken = groups.map(([category, weight]) => `${cats[category]} ${percent(weight, whole)}`).join(", ");
  const bar = groups.map(([category, weight]) => `<i class="c${category}" style="flex-grow:${weight / (whole || 1)}" title="${escape(cats[category])} ${percent(weight, whole)}"></i>`);
  const rows = groups.map(([category, weight]) => `<button type="button" class="lr" data-category="${category}" title="List its functions; right click: focus or ignore"><span class="n"><i class="dot c${category}"></i><span class="nm">${escape(cats[category])}</span></span><span class="num"><span class="v">${escape(profile.weightText(weight))}</span><span class="p">${percent(weight, whole)}</span></span></button>`);
  return `<h2 class="h">Where it goes${base && ` <small>${escape(base)}</small>`}</h2><div class="stack" role="img" aria-label="${escape(spoken)}">${bar.join("")}</div><div class="list">${rows.join("")}</div>`;
}

/** Returns what the doctor found; each opens to what it rests on and what to do. */
function findingsOf({ head }) {
  const list = head.findings ?? [];
  if (!list.length) return "";
  const line = (kind) => (text) => `<p class="${kind}">${escape(text)}</p>`;
  const findings = list.map(({ severity, says, evidence = [], remedy = [] }) => {
    return `<details class="find ${escape(severity)}"><summary><b>${escape(severities[severity] ?? severity)}</b> ${escape(says)}</summary>${evidence.map(line("ev")).join("")}${remedy.map(line("rem")).join("")}</details>`;
  });
  return `<h2 class="h">Can it be trusted? <small>fold doctor</small></h2>${findings.join("")}`;
}
