// Start: unpacks the style sheet and the script, which are deflated like the data, and adds them to the
// picture. A browser that cannot unpack them could not read the data either. Where a page's security policy
// forbids this script or the one it adds, the static picture stays.

(async (me) => {
  const svg = me.ownerSVGElement;
  try {
    // Ascii85, in which five characters are four bytes, and fewer at the end.
    const text = svg.querySelector(".s").textContent;
    const bytes = [];
    for (const five of (text + "uuuu").match(/.{5}/g)) {
      let group = 0;
      for (const c of five) group = group * 85 + c.charCodeAt() - 33;
      bytes.push(group >> 24, group >> 16, group >> 8, group);
    }
    const packed = new Blob([new Uint8Array(bytes).subarray(0, text.length * 0.8)]);
    const stream = packed.stream().pipeThrough(new DecompressionStream("deflate-raw"));
    for (const part of (await new Response(stream).text()).split("\0")) {
      const element = document.createElementNS(svg.namespaceURI, part[0] === "." ? "style" : "script");
      element.nonce = me.nonce;
      element.textContent = part;
      svg.append(element);
    }
  } catch {
    svg.dataset.state = "static";
    const hint = svg.querySelector(".hint");
    if (hint) hint.textContent = "This browser cannot zoom and search";
  }
})(document.currentScript);
