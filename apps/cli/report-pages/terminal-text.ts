// Formats lines for a terminal. Text from data never reaches it raw: control characters could move the cursor or hide
// text.
import Table from 'cli-table3';

export interface TerminalOptions {
  /** Columns of the terminal; default 100, minimum 40. */
  readonly width?: number;
  /**
   * Whether to write ANSI codes for colour and bold. The caller decides by whether it writes to a terminal and by
   * NO_COLOR.
   */
  readonly colour: boolean;
}

export interface Paper {
  readonly width: number;
  bold(text: string): string;
  dim(text: string): string;
  accent(text: string): string;
  warn(text: string): string;
}

export function createPaper({ width = 100, colour }: TerminalOptions): Paper {
  const style = (on: number, off: number) => (text: string) =>
    colour ? `\u001b[${on}m${text}\u001b[${off}m` : text;
  return {
    width: Math.max(40, Math.floor(width)),
    bold: style(1, 22),
    dim: style(2, 22),
    accent: style(36, 39),
    warn: style(33, 39),
  };
}

/** Removes control, bidirectional and line-separating characters; the characters that isolate a name take no column. */
export function toPrintable(text: string): string {
  return text.replace(/[\u2068\u2069]/g, '').replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]+/gu, ' ');
}

export function formatHeading(paper: Paper, title: string): string {
  return `\n${paper.bold(wrapParagraph(paper, title))}\n`;
}

/**
 * Wraps words into lines of at most `paper.width` columns; `indent` starts each line but the first, `first` the first.
 */
export function wrapParagraph(
  paper: Paper,
  text: string,
  first = '',
  indent = ' '.repeat(first.length),
): string {
  const lines: string[] = [];
  let line = first;
  let empty = true;
  for (const word of toPrintable(text)
    .split(' ')
    .filter((part) => part !== '')) {
    if (!empty && countColumns(line) + 1 + countColumns(word) > paper.width) {
      lines.push(line);
      line = indent;
      empty = true;
    }
    line += empty ? word : ` ${word}`;
    empty = false;
  }
  return [...lines, line].join('\n');
}

/** Draws a bar of at most `width` columns, to an eighth of a column. Shares below 0 draw nothing. */
export function drawBar(share: number, width: number): string {
  const eighths = Math.round(Math.min(1, Math.max(0, share)) * width * 8);
  const full = '█'.repeat(Math.floor(eighths / 8));
  return full + ([' ', '▏', '▎', '▍', '▌', '▋', '▊', '▉'][eighths % 8] ?? '').trim();
}

export interface TerminalColumn {
  readonly title: string;
  readonly align?: 'left' | 'right';
  /** The column takes the width that the others leave, and wraps. */
  readonly flexible?: boolean;
  /** Colours a cell; `cell` has no codes yet. */
  readonly paint?: (cell: string) => string;
}

const GAP = '  ';
const BARE = ['top', 'bottom', 'left', 'right', 'mid', 'left-mid', 'mid-mid', 'right-mid'];

/** Draws a table without borders, at most as wide as the paper as long as its inflexible columns fit. */
export function alignTable(
  paper: Paper,
  columns: readonly TerminalColumn[],
  rows: readonly (readonly string[])[],
): string {
  const cells = rows.map((row) => row.map(toPrintable));
  const natural = columns.map(({ title }, at) =>
    Math.max(countColumns(title), ...cells.map((row) => countColumns(row[at] ?? ''))),
  );
  const flexible = columns.filter((column) => column.flexible).length;
  const taken = natural.reduce((sum, width, at) => sum + (columns[at]?.flexible ? 0 : width), 0);
  const left = paper.width - taken - GAP.length * (columns.length - 1);
  const share = Math.max(8, Math.floor(left / Math.max(1, flexible)));
  const widths = natural.map((width, at) => (columns[at]?.flexible ? Math.min(width, share) : width));
  const chars = Object.fromEntries(
    BARE.flatMap((part) => [part, `${part}-mid`, `${part}-left`, `${part}-right`]).map((part) => [part, '']),
  );
  const printed = new Table({
    chars: { ...chars, middle: GAP },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    colWidths: widths,
    colAligns: columns.map(({ align }) => align ?? 'left'),
    wordWrap: true,
    head: columns.map(({ title }) => paper.bold(title)),
  });
  for (const row of cells) printed.push(row.map((cell, at) => columns[at]?.paint?.(cell) ?? cell));
  const [head = '', ...lines] = printed.toString().split('\n');
  const rule = paper.dim(
    '─'.repeat(widths.reduce((sum, width) => sum + width, GAP.length * (widths.length - 1))),
  );
  return [head, rule, ...lines].map((line) => line.trimEnd()).join('\n');
}

/** Counts the columns that the text takes: two for wide (East Asian) characters. */
function countColumns(text: string): number {
  let columns = 0;
  for (const character of text)
    columns +=
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/.test(
        character,
      )
        ? 2
        : 1;
  return columns;
}

// Formats a table for people: text of orders and names cannot steer the terminal.

/** `none`: the text for a table without rows. */
export function formatPlainTable(
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
          .map(toPrintable)
          .join('\n'),
      ),
    );
  }
  return table.toString();
}
