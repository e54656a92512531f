// HTML by template: whatever is filled in is escaped, unless it is markup already. No text from data gets around it.
import { harmless } from '../../src/core/tables/harmless-text.ts';

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

/** A report's parts of the page, from what to do with it down to what is looked up. */
export interface ReportSections {
  /** What to do that the insights do not say; closes their card. */
  readonly actions?: Content;
  /** The few best rows. */
  readonly best: Content;
  readonly figures: Content;
  readonly tables: Content;
}
