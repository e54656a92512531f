// Runs in the report's page: a search field and sorting for tables with data-tools. It reads and reorders rows that are
// already there, and neither requests nor stores anything.
(() => {
  const FEW_ROWS = 10;
  const isGerman = document.documentElement.lang === 'de';

  /** What a cell sorts by: a number as the page writes it (£1,234.50 or 12.0%), or text. Empty cells come last. */
  function keyOf(row, at) {
    const cell = row.cells[at];
    const text = cell.textContent.trim();
    if (!cell.classList.contains('n')) return text.toLocaleLowerCase('en');
    const point = isGerman ? text.replaceAll('.', '').replaceAll(',', '.') : text.replaceAll(',', '');
    const number = Number.parseFloat(point.replaceAll('\u2212', '-').replace(/[^\d.-]*(-?)[^\d.-]*/, '$1'));
    return Number.isNaN(number) ? null : number;
  }

  function compare(a, b, direction) {
    if (a === null || b === null) return (a === null) - (b === null);
    return direction * (typeof a === 'number' ? a - b : a.localeCompare(b, 'en'));
  }

  function addSorting(table) {
    const body = table.tBodies[0];
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, at) => {
      if (head.localName !== 'th') return;
      const button = document.createElement('button');
      button.type = 'button';
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener('click', () => {
        const first = head.classList.contains('n') ? 'descending' : 'ascending';
        const second = first === 'ascending' ? 'descending' : 'ascending';
        const order = head.getAttribute('aria-sort') === first ? second : first;
        const keyed = [...body.rows].map((row) => ({ row, key: keyOf(row, at) }));
        keyed.sort((a, b) => compare(a.key, b.key, order === 'ascending' ? 1 : -1));
        for (const other of heads) other.removeAttribute('aria-sort');
        head.setAttribute('aria-sort', order);
        body.append(...keyed.map(({ row }) => row));
      });
    });
  }

  function addSearch(table) {
    const rows = [...table.tBodies[0].rows];
    if (rows.length < FEW_ROWS) return;
    const texts = new Map(rows.map((row) => [row, row.textContent.toLocaleLowerCase('en')]));
    const label = document.createElement('label');
    const field = document.createElement('input');
    const count = document.createElement('output');
    const bar = document.createElement('p');
    field.type = 'search';
    label.append(`${isGerman ? 'Suchen' : 'Search'}: ${table.caption.textContent} `, field);
    bar.className = 'search';
    bar.append(label, count);
    table.parentElement.before(bar);
    field.addEventListener('input', () => {
      const words = field.value.toLocaleLowerCase('en').split(/\s+/).filter(Boolean);
      let shown = 0;
      for (const [row, text] of texts) {
        row.hidden = !words.every((word) => text.includes(word));
        if (!row.hidden) shown++;
      }
      count.textContent = words.length === 0 ? '' : `${shown} / ${rows.length}`;
    });
  }

  for (const table of document.querySelectorAll('table[data-tools]')) {
    addSorting(table);
    addSearch(table);
  }
})();
