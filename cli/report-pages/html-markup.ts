// HTML by template: whatever is filled in is escaped, unless it is markup already. No text from data gets around it.
import { harmless } from './harmless-text.ts';

/** HTML that was made by `html`, or is trusted because we or vega wrote it. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Content = string | number | Markup | null | undefined | false | readonly Content[];

export function html(parts: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  return new Markup(
    parts.map((part, at) => part + (at < contents.length ? markup(contents[at]) : '')).join(''),
  );
}

function markup(content: Content): string {
  if (content === null || content === undefined || content === false) return '';
  if (content instanceof Markup) return content.text;
  if (typeof content === 'string' || typeof content === 'number') return escapeHtml(String(content));
  return content.map(markup).join('');
}

/** For text and for attributes in quotes. */
export function escapeHtml(text: string): string {
  return harmless(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** A report's part of the page: what is drawn comes first, what is looked up comes last. */
export interface ReportSections {
  readonly figures: Content;
  readonly tables: Content;
}

export interface HtmlColumn {
  readonly title: string;
  readonly numeric?: boolean;
}

/** The first column heads its row. It scrolls within itself where it is wider than the page. */
export function htmlTable(
  caption: string,
  columns: readonly HtmlColumn[],
  rows: readonly (readonly Content[])[],
): Markup {
  const numeric = (at: number) => columns[at]?.numeric === true && html` class="n"`;
  return html`<div class="scroll" role="region" tabindex="0" aria-label="${caption}"><table>
<caption>${caption}</caption>
<thead><tr>${columns.map(({ title }, at) => html`<th scope="col"${numeric(at)}>${title}</th>`)}</tr></thead>
<tbody>${rows.map(
    (row) => html`<tr>${row.map((cell, at) =>
      at === 0 ? html`<th scope="row"${numeric(at)}>${cell}</th>` : html`<td${numeric(at)}>${cell}</td>`,
    )}</tr>
`,
  )}</tbody>
</table></div>`;
}
