// Sorting by a column's heading, for every table of the page.
for (const table of document.querySelectorAll("table[data-name]")) {
  const body = table.tBodies[0];
  const original = [...body.rows];
  const heads = [...table.tHead.rows[0].cells];
  const valueOf = (row, index) => {
    const cell = row.cells[index];
    return cell.dataset.sort === undefined ? cell.textContent : Number(cell.dataset.sort);
  };
  const isMissing = (value) => value === "–";
  const compare = (a, b) =>
    typeof a === "number" && typeof b === "number"
      ? a - b
      : String(a).localeCompare(String(b), "en", { numeric: true });
  heads.forEach((head, index) => {
    head.querySelector("button").addEventListener("click", () => {
      // Ascending, descending, then the order of the journal again.
      const next = { ascending: "descending", descending: "none" };
      const order = next[head.getAttribute("aria-sort")] ?? "ascending";
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      const rows = [...original];
      if (order !== "none") {
        head.setAttribute("aria-sort", order);
        const sign = order === "ascending" ? 1 : -1;
        rows.sort((left, right) => {
          const [a, b] = [valueOf(left, index), valueOf(right, index)];
          if (isMissing(a) || isMissing(b)) return isMissing(a) - isMissing(b); // last, either way
          return sign * compare(a, b);
        });
      }
      body.append(...rows);
    });
  });
}
