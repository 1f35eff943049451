// Print: on paper the picture is as wide as the page and has no buttons.

export function preparePrint(picture) {
  const { svg, view } = picture;
  const print = (isOn) => {
    picture.printing = isOn;
    picture.render();
    if (isOn) svg.setAttribute("viewBox", `0 0 ${picture.width} ${svg.getAttribute("height")}`);
    else svg.removeAttribute("viewBox");
    svg.style.height = isOn ? "auto" : "";
    svg.style.maxHeight = isOn && !view.table ? "100vh" : "";
  };
  addEventListener("beforeprint", () => print(true));
  addEventListener("afterprint", () => print(false));
}
