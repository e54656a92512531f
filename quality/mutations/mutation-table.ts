// The table of mutations as it stands in docs/mutations.md, between two marks.
import { type Check, isDrill, type Mutation } from './mutation.ts';

const BEGIN = '<!-- The tables are written by `npm run mutate -- --write`. -->';
const END = '<!-- End of the tables. -->';

/** The document with the tables in their place. */
export function placeTable(document: string, mutations: readonly Mutation[]): string {
  const begin = document.indexOf(BEGIN);
  const end = document.indexOf(END);
  if (begin === -1 || end < begin) throw new Error(`expected the marks ${BEGIN} and ${END}`);
  const noticed = mutations.filter(({ survives }) => survives === undefined);
  const surviving = mutations.filter(({ survives }) => survives !== undefined);
  const tables = [
    table(
      ['guard', 'mutation', 'noticed by'],
      noticed.map((mutation) => [...rowOf(mutation), mutation.noticedBy.map(nameOf).join(', ')]),
    ),
    '## Not noticed\n',
    table(
      ['guard', 'mutation', 'why nothing notices it'],
      surviving.map((mutation) => [...rowOf(mutation), mutation.survives ?? '']),
    ),
  ];
  return `${document.slice(0, begin + BEGIN.length)}\n\n${tables.join('\n')}\n${document.slice(end)}`;
}

function rowOf({ guard, name, file }: Mutation): string[] {
  return [guard, `[${name}](../${file})`];
}

function nameOf(check: Check): string {
  return isDrill(check) ? `drill \`${check}\`` : `[${check.replace(/^test\//, '')}](../${check})`;
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return `${[columns, columns.map(() => '---'), ...rows].map(line).join('\n')}\n`;
}
