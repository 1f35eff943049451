// Print: on paper the picture is as wide as the page and has no buttons.

export function preparePrint(g) {
  const { svg } = g;
  const print = (isOn) => {
    g.printing = isOn;
    g.render();
    if (isOn) svg.setAttribute("viewBox", `0 0 ${g.width} ${svg.getAttribute("height")}`);
    else svg.removeAttribute("viewBox");
    svg.style.height = isOn ? "auto" : "";
    svg.style.maxHeight = isOn && !g.table ? "100vh" : "";
  };
  addEventListener("beforeprint", () => print(true));
  addEventListener("afterprint", () => print(false));
}
