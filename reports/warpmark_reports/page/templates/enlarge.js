// A figure in a dialog as large as the window; its values one by one, by buttons or arrow keys.
const dialog = document.getElementById("enlarged");
const stage = dialog.querySelector(".stage");
const said = dialog.querySelector("output");
const zoom = dialog.querySelector(".zoom");
let home = null; // where the figure goes back to
let place = -1;
const grow = (twice) => {
  stage.classList.toggle("twice", twice);
  zoom.setAttribute("aria-pressed", String(twice));
};
const step = (by) => {
  const svg = stage.querySelector("svg");
  const values = valuesOf.get(svg);
  if (!values) return;
  const count = values.points.length;
  place = place < 0 ? (by > 0 ? 0 : count - 1) : (place + by + count) % count;
  ring(svg, values.points[place]);
  said.textContent = told(values, values.points[place]);
};
const enlarge = (figure) => {
  home = figure.querySelector(".sheet");
  home.style.minHeight = `${home.offsetHeight}px`; // the page behind stays as it is
  const svg = home.querySelector("svg");
  dialog.querySelector("p").textContent = figure.querySelector("h2, h3").textContent;
  dialog.querySelector(".values").hidden = !valuesOf.has(svg);
  place = -1;
  said.textContent = "";
  grow(false);
  hide(svg);
  stage.append(svg);
  dialog.showModal();
};
dialog.addEventListener("close", () => {
  const svg = stage.querySelector("svg");
  hide(svg);
  home.append(svg);
  home.style.minHeight = "";
});
dialog.addEventListener("keydown", (event) => {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (by === undefined || (event.target === stage && stage.scrollWidth > stage.clientWidth)) return;
  event.preventDefault();
  step(by);
});
dialog.querySelector(".close").addEventListener("click", () => dialog.close());
zoom.addEventListener("click", () => grow(!stage.classList.contains("twice")));
for (const button of dialog.querySelectorAll("[data-step]"))
  button.addEventListener("click", () => step(Number(button.dataset.step)));
for (const button of document.querySelectorAll(".enlarge")) {
  button.hidden = false;
  button.addEventListener("click", () => enlarge(button.closest("figure")));
}
