// Start: unpacks the style sheet and the script, which are deflated like the data, and adds them to the
// picture. A browser that cannot unpack them could not read the data either. Where a page's security policy
// forbids this script or the one it adds, the static picture stays.

(async (me, svg) => {
  try {
    // Ascii85, in which five characters are four bytes.
    const text = svg.querySelector(".s").textContent.replace(/z/g, "!!!!!");
    const size = Math.floor((text.length * 4) / 5);
    const bytes = new DataView(new ArrayBuffer(size + 4));
    for (let i = 0; i < text.length; i += 5) {
      let group = 0;
      for (const c of text.slice(i, i + 5).padEnd(5, "u")) group = group * 85 + c.charCodeAt(0) - 33;
      bytes.setUint32((i / 5) * 4, group);
    }
    const stream = new Blob([bytes]).slice(0, size).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    for (const part of (await new Response(stream).text()).split("\0")) {
      const element = document.createElementNS(svg.namespaceURI, part[0] === "." ? "style" : "script");
      element.nonce = me.nonce;
      element.textContent = part;
      svg.append(element);
    }
  } catch {
    svg.dataset.state = "static";
    const hint = svg.querySelector(".hint");
    if (hint) hint.textContent = "This browser is too old to zoom and search";
  }
})(document.currentScript, document.currentScript.ownerSVGElement);
