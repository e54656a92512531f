// A table for people: what it shows of orders and names cannot steer the terminal.
import Table from 'cli-table3';
import { printable } from '../report-pages/terminal-text.ts';

/** `none`: what is said instead of a table without rows. */
export function plainTable(
  head: readonly string[],
  rows: readonly (readonly (string | number | null | undefined)[])[],
  none?: string,
): string {
  if (rows.length === 0 && none !== undefined) return none;
  const table = new Table({ head: [...head], style: { head: [], border: [] } });
  for (const row of rows) {
    table.push(
      row.map((cell) =>
        String(cell ?? '')
          .split('\n')
          .map(printable)
          .join('\n'),
      ),
    );
  }
  return table.toString();
}
