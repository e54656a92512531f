// Parts of pages as HTML. All text of a report is escaped, and no character of it hides or turns around what is written.
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { harmless } from '../../src/core/tables/harmless-text.ts';

/** Attributes stand in double quotes. */
export function markup(node: VNode): string {
  return harmless(renderToString(node)).replaceAll("'", '&#39;');
}
