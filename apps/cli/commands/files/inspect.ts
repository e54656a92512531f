// `inspect`: shows how a file is understood, column by column, the decisions that its operator has to take, and the
// command that reads it.
import { extname } from 'node:path';
import { explainColumn } from '../../../../packages/order-files/columns/explain-columns.ts';
import { createLocalSurroundings, openLocalFile } from '../../../../packages/order-files/disk/local-files.ts';
import {
  type Inspection,
  inspectFile,
  type Question,
} from '../../../../packages/order-files/inspect-file.ts';
import { applyWayOut } from '../../../../packages/order-files/measure-answers.ts';
import { printRowProblem } from '../../../../packages/order-files/problems/row-problem-words.ts';
import type { WayOut } from '../../../../packages/order-files/problems/way-out.ts';
import { readOrderFiles } from '../../../../packages/order-files/read-orders.ts';
import type { FilePreview } from '../../../../packages/order-files/rows/preview.ts';
import { formatSummary, printRemark } from '../../../../packages/order-files/totals/reconciliation.ts';
import { getEncodingName } from '../../../../packages/order-files/values/encodings.ts';
import { DATE_FORMAT_EXAMPLES } from '../../../../packages/order-files/values/order-dates.ts';
import type { IdentityFigures } from '../../../../src/contract/schema/identity.ts';
import { formatCount } from '../../../../src/contract/sentences/wording.ts';
import { formatAnswer } from '../../ask.ts';
import { formatPersons } from '../../report-pages/terminal-report.ts';
import {
  alignTable,
  createPaper,
  formatHeading,
  type Paper,
  wrapParagraph,
} from '../../report-pages/terminal-text.ts';
import { formatCommand, quoteArgument, withOptions } from '../../try-again.ts';
import { type Context, shouldUseColour } from '../context.ts';
import {
  addMergeListOption,
  addPersonsOption,
  listIdentityFields,
  type PersonsFlags,
  readPersonsFlags,
} from '../reports/persons-option.ts';
import { toReadOptions } from './open-order-files.ts';
import { addOrderFileOptions, keepFields, type OrderFileFlags } from './order-file-options.ts';
import { findPersons } from './read-whole.ts';

interface InspectFlags extends OrderFileFlags, PersonsFlags {}

const LONGEST_SAMPLE = 24;

export function addInspectCommand(context: Context): void {
  const command = context.program
    .command('inspect')
    .description('show how an order file is understood, and the command that reads it; nothing is sent')
    .argument('<file>', 'CSV, JSON, .xlsx, .ods, Parquet, also zipped; a path or s3://bucket/key');
  addOrderFileOptions(addMergeListOption(addPersonsOption(command)))
    .examples('inspect orders.csv', 'inspect orders.csv --persons email --persons phone:49')
    .action((file: string, flags: InspectFlags) => run(context, file, flags));
}

async function run(context: Context, path: string, flags: InspectFlags): Promise<void> {
  const { identity, merges } = readPersonsFlags(flags);
  const options = toReadOptions(keepFields(flags, listIdentityFields(flags.persons)));
  const file = await openLocalFile(path, options);
  const surroundings = createLocalSurroundings(options);
  const found = await inspectFile(file, surroundings, options);
  let persons: IdentityFigures | undefined;
  if (identity !== undefined && found.read !== undefined) {
    const { orders } = await readOrderFiles([file], surroundings, applyWayOut(options, found.way));
    persons = (await findPersons(orders, { identity, merges })).figures;
  }
  const args = context.program.args.slice(1).filter((arg) => arg !== '--json');
  const command = formatCommand(withOptions(['analyze', 'mba', ...args], found.way));
  const paper = createPaper({ width: process.stdout.columns ?? 120, colour: shouldUseColour() });
  context.print(
    { ...toInspectionRecord(found, command), ...(persons && { identity: persons }) },
    formatInspection(paper, path, found, command, persons),
  );
  if (found.read === undefined) process.exitCode = 1;
}

function toInspectionRecord(
  { preview, questions, read, way, isCertain }: Inspection,
  command: string,
): object {
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
    columns: columns.map(
      ({ column, kind, filled, cells, distinct, samples, field, explanation, couldBe }) => ({
        ...{ column, kind, filled: cells === 0 ? null : filled / cells, distinct, samples },
        ...{
          field: field ?? null,
          why: explanation === undefined ? null : explainColumn(explanation),
          could_be: couldBe,
        },
      }),
    ),
    dates: dates ?? null,
    problems: questions.map(({ error: { message, problem }, answers }) => ({ ...problem, message, answers })),
    currencies: read?.currencies ?? null,
    figures: read?.figures ?? null,
    remarks: read?.remarks.map(printRemark) ?? [],
    options: way,
    command,
    certain: isCertain,
  };
}

function formatInspection(
  paper: Paper,
  path: string,
  found: Inspection,
  command: string,
  persons: IdentityFigures | undefined,
): string {
  const { preview, questions, read, isCertain } = found;
  return [
    paper.bold(path),
    ...describeFile(preview).map((line) => wrapParagraph(paper, line)),
    ...(preview.columns.length === 0
      ? []
      : [formatHeading(paper, 'Columns'), formatColumnTable(paper, preview)]),
    ...describeDates(preview).map((line, at) =>
      at === 0 ? formatHeading(paper, line) : wrapParagraph(paper, line),
    ),
    ...(questions.length === 0
      ? []
      : [formatHeading(paper, 'To be decided'), ...questions.flatMap((one) => formatQuestion(paper, one))]),
    ...(read === undefined
      ? []
      : [
          formatHeading(paper, questions.length === 0 ? 'Totals' : 'Totals, if the first answers are right'),
          ...formatFigures(paper, found),
        ]),
    ...(persons === undefined ? [] : [formatPersons(persons)]),
    formatHeading(
      paper,
      isCertain
        ? 'The command'
        : read === undefined || read.rows === 0
          ? 'The command so far'
          : 'The command, if the first answer to each question is right',
    ),
    `  ${command}`,
  ].join('\n');
}

function formatOptions(way: WayOut): string {
  return withOptions([], way).map(quoteArgument).join(' ');
}

/** The problem, then its answers with the totals that they lead to. */
function formatQuestion(paper: Paper, { error, answers }: Question): string[] {
  const [, ...others] = answers;
  return [
    wrapParagraph(paper, error.message, '- '),
    ...(others.length === 0
      ? []
      : answers.map((answer) =>
          wrapParagraph(paper, `${formatAnswer(answer)}: ${formatOptions(answer.way)}`, '    ', '      '),
        )),
  ];
}

function describeFile({ name, size, sheets, headerLine, understood, isText }: FilePreview): string[] {
  const facts = [
    ...(size === undefined ? [] : [`${size.toLocaleString('en')} bytes`]),
    ...(sheets.length === 0 ? [] : [`sheets: ${sheets.join(', ')}`]),
    ...(understood === undefined || !isText ? [] : [getEncodingName(understood.encoding)]),
    ...(understood?.delimiter === undefined
      ? []
      : [`columns separated by ${formatMark(understood.delimiter)}`]),
    ...(headerLine === undefined ? [] : [`header in line ${headerLine}`]),
    ...(understood === undefined ? [] : [`decimal ${understood.decimal}`]),
  ];
  const title = understood?.profile;
  return [
    facts.join(', '),
    title === undefined
      ? `Not understood${extname(name) === '' ? '' : ' as it is'}.`
      : `Read as ${title.title} (--from ${title.id}).`,
  ];
}

function formatMark(mark: string): string {
  return mark === '\t' ? 'a tab' : JSON.stringify(mark);
}

function formatColumnTable(paper: Paper, { columns }: FilePreview): string {
  return alignTable(
    paper,
    [
      { title: 'column', flexible: true },
      { title: 'cells' },
      { title: 'filled', align: 'right' },
      { title: 'for example', flexible: true },
      { title: 'taken for', flexible: true },
      { title: 'could be', flexible: true },
    ],
    columns.map(({ column, kind, filled, cells, samples, field, explanation, couldBe }) => [
      column,
      kind,
      cells === 0 ? '' : `${Math.floor((100 * filled) / cells)} %`,
      samples.map(shortenSample).join(' · '),
      field === undefined
        ? '–'
        : `${field}${explanation === undefined ? '' : ` (${explainColumn(explanation)})`}`,
      couldBe.slice(0, 2).join(', '),
    ]),
  );
}

function describeDates({ dates, understood }: FilePreview): string[] {
  if (dates === undefined || dates.readings.length === 0) return [];
  return [
    `Dates in ${JSON.stringify(dates.column)}`,
    ...dates.readings.map(({ format, first, last }) => {
      const chosen = understood?.dateFormat === format ? 'as read: ' : '';
      return `${chosen}${first} to ${last} as ${DATE_FORMAT_EXAMPLES[format]} (--date-format ${format})`;
    }),
  ];
}

function formatFigures(paper: Paper, { read }: Inspection): string[] {
  if (read === undefined) return [];
  const { figures, currencies, firstBadRow } = read;
  const lines = formatSummary(figures);
  const width = Math.max(...lines.map(([name]) => name.length));
  const named = currencies.map(({ currency, rows }) => `${currency} (${formatCount(rows, 'row')})`);
  return [
    ...lines.map(([name, text]) =>
      wrapParagraph(paper, text, `${name.padEnd(width)}  `, ' '.repeat(width + 2)),
    ),
    ...(named.length === 0
      ? ['No row names a currency: set it with --currency CODE.']
      : [`Currencies: ${named.join(', ')}`]),
    ...(figures.statuses.length === 0
      ? []
      : [
          wrapParagraph(
            paper,
            `Statuses: ${figures.statuses.map(({ status, rows, paid }) => `${status} (${formatCount(rows, 'row')}, ${paid === true ? 'counts' : 'left out'})`).join(', ')}`,
          ),
        ]),
    ...(firstBadRow === undefined
      ? []
      : [
          wrapParagraph(
            paper,
            `First bad row: line ${firstBadRow.line}: ${printRowProblem(firstBadRow.problem)}`,
          ),
        ]),
    ...read.remarks.map((remark) => wrapParagraph(paper, printRemark(remark))),
  ];
}

function shortenSample(text: string): string {
  return text.length <= LONGEST_SAMPLE ? text : `${text.slice(0, LONGEST_SAMPLE - 1)}…`;
}
