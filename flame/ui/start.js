// Start: unpacks the style sheet and the script, which are deflated like the data, and adds them to the
// picture. A browser that cannot unpack them could not read the data either. Where a page's security policy
// forbids this script or the one it adds, the static picture stays.

(async (me) => {
  const svg = me.ownerSVGElement;
  try {
    // Two characters are 13 bits, the lowest first. The second may be missing at the end.
    const text = svg.querySelector(".s").textContent;
    const bytes = new Uint8Array((text.length * 13) >> 4);
    let bits = 0;
    let n = 0;
    let at = 0;
    for (let i = 0; i < text.length; i += 2) {
      bits |= (text.charCodeAt(i) + (text.charCodeAt(i + 1) || 33) * 91 - 3036) << n;
      for (n += 13; n > 7; n -= 8) {
        bytes[at++] = bits;
        bits >>= 8;
      }
    }
    for (const part of (await new Response(new Response(bytes).body.pipeThrough(new DecompressionStream("deflate-raw"))).text()).split("\0")) {
      const element = document.createElementNS(svg.namespaceURI, part[0] === "." ? "style" : "script");
      element.nonce = me.nonce;
      element.textContent = part;
      svg.append(element);
    }
  } catch {
    svg.dataset.state = "static";
    svg.querySelector(".hint")?.replaceChildren("No zoom, no search");
  }
})(document.currentScript);
