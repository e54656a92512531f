// All rows of a report as a link that saves them: the bytes stand in the page, so it needs no server and no script.
import { h, type VNode } from 'preact';
import { decimals, whole } from '../../src/core/insights/wording.ts';
import type { Cell } from '../../src/core/tables/csv-lines.ts';
import { csvOf } from '../../src/core/tables/csv-lines.ts';

/** `lines`: column names, then one line per row. `name`: the file's, without its ending. */
export function csvDownload(name: string, lines: readonly (readonly Cell[])[]): VNode {
  const bytes = Buffer.from(csvOf(lines));
  const rows = lines.length - 1;
  return h(
    'a',
    {
      download: `${name.replace(/[^\w.-]+/g, '-')}.csv`,
      href: `data:text/csv;charset=utf-8;base64,${bytes.toString('base64')}`,
    },
    `Download ${rows === 1 ? 'the row' : `all ${whole(rows)} rows`} as CSV (${size(bytes.length)})`,
  );
}

function size(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${decimals(bytes / 1e6, 1)} MB`;
}
