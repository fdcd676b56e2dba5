// One form filters the views by family, and the rows of all tables by variant, type and words.
const filters = document.getElementById("filters");
if (filters) {
  const tables = [...document.querySelectorAll("table[data-name]")].map((table) => {
    const keys = [...table.tHead.rows[0].cells].map((head) => head.dataset.key);
    const rows = [...table.tBodies[0].rows].map((row) => ({
      row,
      variant: row.cells[keys.indexOf("variant")]?.textContent,
      type: (row.cells[keys.indexOf("type")] ?? row.cells[keys.indexOf("problem_type")])?.textContent,
      text: row.textContent.toLowerCase(),
    }));
    return { rows, view: table.closest(".view"), none: table.closest(".table").querySelector(".none") };
  });
  // A table without such a column, and a row about all variants, are not narrowed by it.
  const passes = (value, wanted) => !wanted || value === undefined || value === wanted || value === "all";
  const chosen = (name) => filters.elements[name]?.value ?? "";
  const apply = () => {
    const [family, variant, type] = ["family", "variant", "type"].map(chosen);
    const words = chosen("text").toLowerCase().split(/\s+/).filter(Boolean);
    for (const part of document.querySelectorAll("[data-family]"))
      part.hidden = family !== "" && part.dataset.family !== family;
    let shown = 0;
    let all = 0;
    for (const { rows, view, none } of tables) {
      let here = 0;
      for (const each of rows) {
        const fits = passes(each.variant, variant) && passes(each.type, type);
        each.row.hidden = !(fits && words.every((word) => each.text.includes(word)));
        here += each.row.hidden ? 0 : 1;
      }
      none.hidden = here > 0;
      shown += view.hidden ? 0 : here;
      all += rows.length;
    }
    const active = [family, variant, type, words.join(" ")].filter(Boolean);
    filters.querySelector("output").textContent = active.length ? `${shown} of ${all} rows` : "";
    const note = document.getElementById("filtered");
    note.hidden = active.length === 0;
    note.textContent = `Filtered by ${active.join(", ")}: ${shown} of ${all} rows are shown.`;
    document.dispatchEvent(new CustomEvent("variant", { detail: variant }));
  };
  filters.addEventListener("input", apply);
  filters.addEventListener("reset", () => setTimeout(apply));
  filters.addEventListener("submit", (event) => event.preventDefault());
  filters.hidden = false;
  if ([...filters.elements].some((each) => each.value && each.type !== "reset")) apply();
}
