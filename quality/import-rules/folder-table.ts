// The table of rooms as it stands in docs/architecture.md, between two marks.
import type { Folder } from './folders.ts';

const BEGIN = '<!-- The table is written by `npm run imports -- --write`. -->';
const END = '<!-- End of the table. -->';

function folderTable(folders: readonly Folder[]): string {
  const rows = folders.map(({ path, holds, imports, above }) => {
    const name = path === '.' ? '`.` (the root)' : `\`${path}/\``;
    return `| ${name} | ${holds} | ${allowed(imports, above)} |`;
  });
  return ['| room | what lives there | may import |', '| --- | --- | --- |', ...rows].join('\n');
}

/** The document with the table in its place. */
export function placeTable(document: string, folders: readonly Folder[]): string {
  const begin = document.indexOf(BEGIN);
  const end = document.indexOf(END);
  if (begin === -1 || end < begin) throw new Error(`expected the marks ${BEGIN} and ${END}`);
  return `${document.slice(0, begin + BEGIN.length)}\n\n${folderTable(folders)}\n\n${document.slice(end)}`;
}

function allowed(imports: readonly string[], above: readonly string[] = []): string {
  if (above.length > 0) return 'the rooms above';
  return imports.map((name) => (name === '*' ? 'everything' : `\`${name}\``)).join(' ') || '–';
}
