// Sorting by a column's heading and filtering by a text, for every table of the page.
for (const table of document.querySelectorAll("table[data-name]")) {
  const body = table.tBodies[0];
  const original = [...body.rows];
  const heads = [...table.tHead.rows[0].cells];
  const valueOf = (row, index) => {
    const cell = row.cells[index];
    return cell.dataset.sort === undefined ? cell.textContent : Number(cell.dataset.sort);
  };
  const compare = (a, b) => {
    if (typeof a === "number" && typeof b === "number") return a - b;
    if (typeof a === "number") return -1; // a dash goes last
    if (typeof b === "number") return 1;
    return a.localeCompare(b, "en", { numeric: true });
  };
  heads.forEach((head, index) => {
    head.querySelector("button").addEventListener("click", () => {
      // Ascending, descending, then the order of the journal again.
      const next = { ascending: "descending", descending: "none" };
      const order = next[head.getAttribute("aria-sort")] ?? "ascending";
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      const rows = [...original];
      if (order !== "none") {
        head.setAttribute("aria-sort", order);
        rows.sort((a, b) => compare(valueOf(a, index), valueOf(b, index)));
        if (order === "descending") rows.reverse();
      }
      body.append(...rows);
    });
  });
}
for (const input of document.querySelectorAll("input[data-table]")) {
  const name = input.dataset.table;
  const rows = [...document.querySelector(`table[data-name="${name}"]`).tBodies[0].rows];
  const count = document.querySelector(`output[data-count="${name}"]`);
  input.addEventListener("input", () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
      shown += row.hidden ? 0 : 1;
    }
    count.textContent = `${shown} of ${rows.length} rows`;
  });
}
