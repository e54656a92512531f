// Tables of the page. With `tools`, table-tools.js makes them searchable and sortable; without script they stay readable.
import { type Content, html, type Markup } from './html-markup.ts';

export interface HtmlColumn {
  readonly title: string;
  readonly numeric?: boolean;
}

interface TableOptions {
  readonly tools?: boolean;
}

export function numeric(title: string): HtmlColumn {
  return { title, numeric: true };
}

/** The first column heads its row. It scrolls within itself where it is wider than the page. */
export function htmlTable(
  caption: string,
  columns: readonly HtmlColumn[],
  rows: readonly (readonly Content[])[],
  { tools = false }: TableOptions = {},
): Markup {
  const aligned = (at: number) => columns[at]?.numeric === true && html` class="n"`;
  return html`<div class="scroll" role="region" tabindex="0" aria-label="${caption}"><table${tools && html` data-tools`}>
<caption>${caption}</caption>
<thead><tr>${columns.map(({ title }, at) => html`<th scope="col"${aligned(at)}>${title}</th>`)}</tr></thead>
<tbody>${rows.map(
    (row) => html`<tr>${row.map((cell, at) =>
      at === 0 ? html`<th scope="row"${aligned(at)}>${cell}</th>` : html`<td${aligned(at)}>${cell}</td>`,
    )}</tr>
`,
  )}</tbody>
</table></div>`;
}

/** Words that sort by their rank, not by the alphabet. */
export function ranked(word: string, rank: number): Markup {
  return html`<span class="${word}" data-rank="${rank}">${word}</span>`;
}
