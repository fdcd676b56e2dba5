// What the points of the figures say: near the pointer, and marked for the variant of the filter.
const SVG = "http://www.w3.org/2000/svg";
const REACH = 24; // CSS pixels from the pointer
const tip = document.getElementById("tip");
const valuesOf = new Map(); // <svg> -> {names, points: [[x, y, index of name, value]]}
const drawn = (svg, tag, kind, attributes) => {
  const element = document.createElementNS(SVG, tag);
  element.setAttribute("class", kind);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return svg.appendChild(element);
};
const clear = (svg, kind) => svg.querySelectorAll(`.${kind}`).forEach((element) => element.remove());
const told = (values, [, , name, value]) => [values.names[name], value].filter(Boolean).join("\n");
const ring = (svg, [x, y]) => {
  clear(svg, "ring");
  drawn(svg, "circle", "ring", { cx: x, cy: y, r: 6 });
};
const hide = (svg) => {
  clear(svg, "ring");
  tip.hidden = true;
};
const show = (svg, values, event) => {
  const matrix = svg.getScreenCTM();
  const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  let nearest = null;
  let least = (REACH / matrix.a) ** 2;
  for (const point of values.points) {
    const distance = (point[0] - place.x) ** 2 + (point[1] - place.y) ** 2;
    if (distance <= least) [nearest, least] = [point, distance];
  }
  if (nearest === null) return hide(svg);
  ring(svg, nearest);
  (svg.closest("dialog") ?? document.body).append(tip); // above a modal dialog, too
  tip.textContent = told(values, nearest);
  tip.hidden = false;
  const box = tip.getBoundingClientRect();
  const left = Math.min(event.clientX + 14, document.documentElement.clientWidth - box.width - 4);
  const below = event.clientY + 14;
  tip.style.left = `${Math.max(4, left)}px`;
  tip.style.top = `${below + box.height > window.innerHeight ? event.clientY - box.height - 10 : below}px`;
};
for (const script of document.querySelectorAll("script.values")) {
  const svg = script.closest("figure").querySelector("svg");
  const values = JSON.parse(script.textContent);
  valuesOf.set(svg, values);
  for (const kind of ["pointermove", "pointerdown"])
    svg.addEventListener(kind, (event) => show(svg, values, event));
  svg.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && hide(svg));
}
window.addEventListener("scroll", () => (tip.hidden = true), { passive: true });
document.addEventListener("variant", ({ detail }) => {
  for (const [svg, values] of valuesOf) {
    clear(svg, "picked");
    const name = detail ? values.names.indexOf(detail) : -1;
    if (name < 0) continue;
    for (const [x, y] of values.points.filter((point) => point[2] === name))
      drawn(svg, "circle", "picked", { cx: x, cy: y, r: 5.5 });
  }
});
