// Parts of pages as HTML. All text of a report is escaped, and no character of it hides or turns around what is written: the
// only ones that stay isolate names (report-parts/names.ts).
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { harmless } from '../../src/core/tables/harmless-text.ts';

/** Attributes stand in double quotes. */
export function markup(node: VNode): string {
  const parts = renderToString(node).split(/([\u2068\u2069])/);
  return parts
    .map((part, at) => (at % 2 === 0 ? harmless(part) : part))
    .join('')
    .replaceAll("'", '&#39;');
}
