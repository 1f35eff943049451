// Boot: unpacks the style sheet and the script of the page. Where a policy forbids either, the still page stays.

(async (me) => {
  const code = document.querySelector('script[type="application/x-fold-script"]');
  const { size } = code.dataset;
  const text = code.textContent;
  const digit = (i) => {
    const c = text.charCodeAt(i) || 33;
    return c === 126 ? 60 : c; // "~" stands for "<"
  };
  // Two characters are 13 bits, the lowest first. The second may be missing at the end.
  const bytes = new Uint8Array(size);
  let bits = 0;
  let n = 0;
  let at = 0;
  for (let i = 0; i < text.length; i += 2) {
    bits |= (digit(i) + digit(i + 1) * 91 - 3036) << n;
    for (n += 13; n > 7; n -= 8) {
      bytes[at++] = bits;
      bits >>= 8;
    }
  }
  const stream = new Response(bytes).body.pipeThrough(new DecompressionStream("deflate-raw"));
  const [script, style] = (await new Response(stream).text()).split("\0");
  const add = (kind, content) => {
    const element = document.createElement(kind);
    element.nonce = me.nonce;
    element.textContent = content;
    document.head.append(element);
    return element;
  };
  const sheet = add("style", style);
  if (!getComputedStyle(document.documentElement).getPropertyValue("--fold")) return sheet.remove();
  document.getElementById("app").className = "page";
  add("script", script);
})(document.currentScript);
