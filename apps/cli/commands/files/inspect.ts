// inspect: how a file is understood, column by column, what only its operator can decide, and the command that reads it.
import { extname } from 'node:path';
import { localFile, localSurroundings } from '../../../../packages/order-files/disk/local-files.ts';
import { type Inspection, inspectFile } from '../../../../packages/order-files/inspect-file.ts';
import { printedRowProblem } from '../../../../packages/order-files/problems/row-problem-words.ts';
import type { FilePreview } from '../../../../packages/order-files/rows/preview.ts';
import { printedRemark, summaryLines } from '../../../../packages/order-files/totals/reconciliation.ts';
import { nameOf } from '../../../../packages/order-files/values/encodings.ts';
import { DATE_FORMAT_EXAMPLES } from '../../../../packages/order-files/values/order-dates.ts';
import { counted } from '../../../../src/contract/sentences/wording.ts';
import { createPaper, heading, type Paper, paragraph, table } from '../../report-pages/terminal-text.ts';
import { commandOf, withOptions } from '../../try-again.ts';
import { type Context, wantsColour } from '../context.ts';
import { fileOptions } from './open-order-files.ts';
import { addOrderFileOptions, type OrderFileFlags } from './order-file-options.ts';

const LONGEST_SAMPLE = 24;

export function addInspectCommand(context: Context): void {
  const command = context.program
    .command('inspect')
    .description('show how an order file is understood, and the command that reads it; nothing is sent')
    .argument('<file>', 'CSV, JSON, .xlsx, .ods, Parquet, also zipped; a path or s3://bucket/key');
  addOrderFileOptions(command)
    .examples('inspect orders.csv')
    .action((file: string, flags: OrderFileFlags) => run(context, file, flags));
}

async function run(context: Context, path: string, flags: OrderFileFlags): Promise<void> {
  const options = fileOptions(flags);
  const file = await localFile(path, options);
  const found = await inspectFile(file, localSurroundings(options), options);
  const args = context.program.args.slice(1).filter((arg) => arg !== '--json');
  const command = commandOf(withOptions(['analyze', 'mba', ...args], found.way));
  const paper = createPaper({ width: process.stdout.columns ?? 120, colour: wantsColour() });
  context.print(recordOf(found, command), linesOf(paper, path, found, command));
  if (found.read === undefined) process.exitCode = 1;
}

function recordOf({ preview, problems, read, way }: Inspection, command: string): object {
  const { name, size, sheets, header: _, headerLine, columns, dates, understood } = preview;
  return {
    file: name,
    bytes: size ?? null,
    sheets,
    header_line: headerLine ?? null,
    encoding: understood?.encoding ?? null,
    delimiter: understood?.delimiter ?? null,
    decimal: understood?.decimal ?? null,
    date_format: understood?.dateFormat ?? null,
    exporter: understood?.profile ?? null,
    columns: columns.map(({ column, kind, filled, cells, distinct, samples, field, why, couldBe }) => ({
      ...{ column, kind, filled: cells === 0 ? null : filled / cells, distinct, samples },
      ...{ field: field ?? null, why: why ?? null, could_be: couldBe },
    })),
    dates: dates ?? null,
    problems: problems.map(({ message, problem }) => ({ ...problem, message })),
    currencies: read?.currencies ?? null,
    figures: read?.figures ?? null,
    remarks: read?.remarks.map(printedRemark) ?? [],
    options: way,
    command,
  };
}

function linesOf(paper: Paper, path: string, found: Inspection, command: string): string {
  const { preview, problems, read } = found;
  return [
    paper.bold(path),
    ...fileLines(preview).map((line) => paragraph(paper, line)),
    ...(preview.columns.length === 0 ? [] : [heading(paper, 'Columns'), columnTable(paper, preview)]),
    ...dateLines(preview).map((line, at) => (at === 0 ? heading(paper, line) : paragraph(paper, line))),
    ...(problems.length === 0
      ? []
      : [heading(paper, 'To be decided'), ...problems.map(({ message }) => paragraph(paper, message, '- '))]),
    ...(read === undefined ? [] : [heading(paper, 'What it adds up to'), ...figureLines(paper, found)]),
    heading(paper, read === undefined ? 'The command, as far as it is known' : 'The command'),
    `  ${command}`,
  ].join('\n');
}

function fileLines({ name, size, sheets, headerLine, understood, isText }: FilePreview): string[] {
  const facts = [
    ...(size === undefined ? [] : [`${size.toLocaleString('en')} bytes`]),
    ...(sheets.length === 0 ? [] : [`sheets: ${sheets.join(', ')}`]),
    ...(understood === undefined || !isText ? [] : [nameOf(understood.encoding)]),
    ...(understood?.delimiter === undefined
      ? []
      : [`columns separated by ${markName(understood.delimiter)}`]),
    ...(headerLine === undefined ? [] : [`header in line ${headerLine}`]),
    ...(understood === undefined ? [] : [`decimal ${understood.decimal}`]),
  ];
  const title = understood?.profile;
  return [
    facts.join(', '),
    title === undefined
      ? `Not understood${extname(name) === '' ? '' : ' as it is'}.`
      : `Taken for ${title.title} (--from ${title.id}).`,
  ];
}

function markName(mark: string): string {
  return mark === '\t' ? 'a tab' : JSON.stringify(mark);
}

function columnTable(paper: Paper, { columns }: FilePreview): string {
  return table(
    paper,
    [
      { title: 'column', flexible: true },
      { title: 'cells' },
      { title: 'filled', align: 'right' },
      { title: 'for example', flexible: true },
      { title: 'taken for', flexible: true },
      { title: 'could be', flexible: true },
    ],
    columns.map(({ column, kind, filled, cells, samples, field, why, couldBe }) => [
      column,
      kind,
      cells === 0 ? '' : `${Math.floor((100 * filled) / cells)} %`,
      samples.map(excerpt).join(' · '),
      field === undefined ? '–' : `${field}${why === undefined ? '' : ` (${why})`}`,
      couldBe.slice(0, 2).join(', '),
    ]),
  );
}

function dateLines({ dates, understood }: FilePreview): string[] {
  if (dates === undefined || dates.readings.length === 0) return [];
  return [
    `Dates in ${JSON.stringify(dates.column)}`,
    ...dates.readings.map(({ format, first, last }) => {
      const chosen = understood?.dateFormat === format ? 'as read: ' : '';
      return `${chosen}${first} to ${last} as ${DATE_FORMAT_EXAMPLES[format]} (--date-format ${format})`;
    }),
  ];
}

function figureLines(paper: Paper, { read }: Inspection): string[] {
  if (read === undefined) return [];
  const { figures, currencies, firstBadRow } = read;
  const lines = summaryLines(figures);
  const width = Math.max(...lines.map(([name]) => name.length));
  const named = currencies.map(({ currency, rows }) => `${currency} (${counted(rows, 'row')})`);
  return [
    ...lines.map(([name, text]) => paragraph(paper, text, `${name.padEnd(width)}  `, ' '.repeat(width + 2))),
    ...(named.length === 0
      ? ['No row names a currency: --currency CODE does.']
      : [`Currencies: ${named.join(', ')}`]),
    ...(figures.statuses.length === 0
      ? []
      : [
          paragraph(
            paper,
            `Statuses: ${figures.statuses.map(({ status, rows, paid }) => `${status} (${counted(rows, 'row')}, ${paid === true ? 'counts' : 'left out'})`).join(', ')}`,
          ),
        ]),
    ...(firstBadRow === undefined
      ? []
      : [
          paragraph(
            paper,
            `First bad row: line ${firstBadRow.line}: ${printedRowProblem(firstBadRow.problem)}`,
          ),
        ]),
    ...read.remarks.map((remark) => paragraph(paper, printedRemark(remark))),
  ];
}

function excerpt(text: string): string {
  return text.length <= LONGEST_SAMPLE ? text : `${text.slice(0, LONGEST_SAMPLE - 1)}…`;
}
