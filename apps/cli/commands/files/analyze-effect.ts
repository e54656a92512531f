// `analyze effect`: measures from order files what a campaign changed, or estimates what it could show before it is
// sent.

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import { CsvRecords, guessDelimiter } from '../../../../packages/order-files/text/csv-records.ts';
import { renameAssigned } from '../../../../src/analysis/effect/assigned.ts';
import { type Effect, measureEffect } from '../../../../src/analysis/effect/measure-effect.ts';
import type { Assignments, Window } from '../../../../src/analysis/effect/outcomes.ts';
import {
  describeEffect,
  describeEffectNotes,
  describePlan,
  planEffect,
} from '../../../../src/analysis/effect/plan.ts';
import type { Persons } from '../../../../src/analysis/identity/link-persons.ts';
import type { OrderColumns } from '../../../../src/analysis/orders/columns.ts';
import { formatCsv } from '../../../../src/analysis/tables/csv-lines.ts';
import { escapeFormula } from '../../../../src/analysis/tables/harmless-text.ts';
import { excerpt } from '../../../../src/contract/excerpt.ts';
import {
  DEFAULT_DAYS,
  EFFECT_MEASURES,
  type EffectMeasure,
  MOST_DAYS,
} from '../../../../src/contract/report-types/effect/limits.ts';
import { writeEnglish } from '../../../../src/contract/sentences/english.ts';
import type { Sentence } from '../../../../src/contract/sentences/sentence.ts';
import { formatCount } from '../../../../src/contract/sentences/wording.ts';
import { createLocalTime, isDay, parseDay, UTC } from '../../../../src/contract/settings/calendar.ts';
import { FileRefusal } from '../../failure.ts';
import type { CliCommand } from '../cli-command.ts';
import { type Context, parsePositiveNumber, parseShare } from '../context.ts';
import {
  addMergeListOption,
  addPersonsOption,
  listIdentityFields,
  type PersonsFlags,
  readPersonsFlags,
} from '../reports/persons-option.ts';
import { addOutputOptions, type OutputFlags, showReport } from '../reports/show-report.ts';
import { addOrderFileOptions, keepFields, type OrderFileFlags } from './order-file-options.ts';
import { readWhole } from './read-whole.ts';

interface EffectFlags extends OrderFileFlags, OutputFlags, PersonsFlags {
  readonly sent?: string;
  readonly heldOut?: string;
  readonly since?: string;
  readonly until?: string;
  readonly days?: number;
  readonly decideOn: EffectMeasure;
  readonly idColumn: string;
  readonly timeZone: string;
  readonly plan: boolean;
  readonly customers?: number;
  readonly holdOut?: number;
  readonly among?: string;
  readonly split?: string;
}

const DEFAULT_HOLD_OUT = 0.1;

export function addEffectCommand(context: Context, analyze: CliCommand): void {
  const command = analyze
    .command('effect')
    .description('compare the customers of a campaign with those held out, or plan a campaign')
    .argument('<files...>', 'order files, as for the other reports')
    .option('--sent <file>', 'CSV of the customers who received it')
    .option('--held-out <file>', 'CSV of the customers held out')
    .option('--since <date>', 'day it was sent, YYYY-MM-DD: orders count from this day on', parseCampaignDay)
    .option('--until <date>', 'last day that counts; default after --days days', parseCampaignDay)
    .option(
      '--days <n>',
      `days that count, at most ${MOST_DAYS}; default ${DEFAULT_DAYS}; to be chosen before sending`,
      parsePositiveNumber,
    )
    .addOption(
      new Option('--decide-on <measure>', 'measure that decides, to be chosen before sending')
        .choices(EFFECT_MEASURES)
        .default('orders'),
    )
    .option('--id-column <name>', 'column of ids in the lists', 'customer_id')
    .option('--time-zone <name>', 'IANA time zone of all days', UTC)
    .option('--plan', 'estimate from earlier orders which lift a campaign could show', false)
    .option(
      '--customers <n>',
      'with --plan: customers of the campaign; default those of --among',
      parsePositiveNumber,
    )
    .option('--hold-out <share>', 'with --plan: share that is held out; default 0.1', parseShare)
    .option('--among <file>', 'with --plan: CSV of the customers to plan for; default all')
    .option(
      '--split <name>',
      'with --among: write NAME-sent.csv and NAME-held-out.csv; the same name holds out the same customers',
    );
  addOutputOptions(addOrderFileOptions(addMergeListOption(addPersonsOption(command))))
    .examples(
      'analyze effect orders.csv --plan --customers 1200 --hold-out 0.1',
      'analyze effect orders.csv --sent sent.csv --held-out held.csv --since 2026-03-01 --html effect.html',
    )
    .action((files: string[], flags: EffectFlags) => run(context, files, flags));
}

async function run(context: Context, files: readonly string[], flags: EffectFlags): Promise<void> {
  if (flags.split !== undefined && !(flags.plan && flags.among !== undefined)) {
    throw createRefusal('--split requires --plan, and --among FILE with the customers to split');
  }
  const question = flags.plan ? createPlanQuestion(flags) : createEffectQuestion(flags);
  const localTime = parseTimeZone(flags.timeZone);
  const { columns, persons, reading, reconcile } = await readWhole(
    files,
    keepFields(flags, listIdentityFields(flags.persons)),
    { productIdentifier: 'name', keep: () => true, localTime, ...readPersonsFlags(flags) },
  );
  const source = reconcile();
  const idOf = persons?.idOf ?? new Map();
  const { body, summary, notes } = question(columns, idOf);
  split(flags, idOf);
  const currency = reading.currency() ?? null;
  await showReport(
    context,
    {
      report_id: 'analysis',
      name: flags.plan ? 'Plan of a campaign' : 'Effect of a campaign',
      report_type: 'EFFECT',
      dataset_id: files.map((file) => basename(file)).join(', '),
      status: 'Completed',
      created_at: new Date().toISOString(),
      currency,
      settings: {
        ...{ template: null, customer_scope: 'all', filters: { conditions: [] }, context: null },
        time_zone: flags.timeZone,
      },
      ...body,
      ...(persons && { identity: persons.figures }),
      ai_insights: {
        generated_by: 'rules',
        summary: writeEnglish(summary, currency).join(' '),
        summary_coded: summary,
      },
      warnings: [],
      notes: writeEnglish(notes, currency),
      notes_coded: notes,
      source_summary: source,
    },
    flags,
  );
}

/** Before a campaign: decides who receives it and who is held out. */
function split(
  { among, split: name, idColumn, holdOut = DEFAULT_HOLD_OUT }: EffectFlags,
  idOf: Persons['idOf'],
): void {
  if (name === undefined || among === undefined) return;
  const { sent, heldOut } = splitCampaignList(among, idColumn, { name, holdOut, idOf });
  console.error(
    `Wrote ${formatCount(sent, 'customer')} to ${name}-sent.csv and ${formatCount(heldOut, 'customer')} to ${name}-held-out.csv.`,
  );
}

interface Answer {
  readonly body: object;
  readonly summary: readonly Sentence[];
  readonly notes: readonly Sentence[];
}
type Question = (columns: OrderColumns, idOf: Persons['idOf']) => Answer;

function createPlanQuestion({
  customers,
  holdOut = DEFAULT_HOLD_OUT,
  days = DEFAULT_DAYS,
  among,
  idColumn,
  decideOn,
}: EffectFlags): Question {
  const list = among === undefined ? undefined : readCampaignList(among, idColumn);
  if (customers === undefined && list === undefined)
    throw createRefusal('--plan requires --customers N, or --among FILE with the customers');
  demandDays(days);
  return (columns, idOf) => {
    const among = list && new Set(Array.from(list.keys(), (id) => idOf.get(id) ?? id));
    const plan = planEffect(columns, { customers: customers ?? among?.size ?? 0, holdOut, days, among });
    return { body: { plan }, summary: describePlan(plan, decideOn), notes: [] };
  };
}

function createEffectQuestion(flags: EffectFlags): Question {
  const { sent: sentFile, heldOut: heldFile, since, idColumn, decideOn } = flags;
  if (sentFile === undefined || heldFile === undefined || since === undefined) {
    throw createRefusal('--sent FILE, --held-out FILE and --since DATE are required; before sending, --plan');
  }
  const window = parseWindow(flags, since);
  const sent = { file: sentFile, list: readCampaignList(sentFile, idColumn) };
  const heldOut = { file: heldFile, list: readCampaignList(heldFile, idColumn) };
  demandApart(sent, heldOut);
  return (columns, idOf) => {
    const assignments = toAssignments(sent.list, heldOut.list, window.first, idOf);
    const effect: Effect = measureEffect(columns, assignments, { window, decidesOn: decideOn });
    return { body: { effect }, summary: describeEffect(effect), notes: describeEffectNotes(effect) };
  };
}

function parseWindow({ until, days }: EffectFlags, since: string): Window {
  if (until !== undefined && days !== undefined) throw createRefusal('--until and --days exclude each other');
  const first = parseDay(since);
  const last = until === undefined ? first + (days ?? DEFAULT_DAYS) - 1 : parseDay(until);
  if (last < first) throw createRefusal(`--until ${until} is before --since ${since}`);
  demandDays(last - first + 1);
  return { first, last };
}

function demandDays(days: number): void {
  if (days > MOST_DAYS) throw createRefusal(`expected at most ${MOST_DAYS} days, got ${days}`);
}

function toAssignments(
  sent: CampaignList,
  heldOut: CampaignList,
  first: number,
  idOf: Persons['idOf'],
): Assignments {
  const ids = [...sent.keys(), ...heldOut.keys()];
  const { customers, isHeldOut } = renameAssigned(
    {
      customers: ids,
      isHeldOut: new Uint8Array(ids.length).fill(1, sent.size),
      at: new Float64Array(ids.length),
      isMember: new Uint8Array(ids.length),
    },
    idOf,
  );
  const toPersons = (list: CampaignList) => new Set(Array.from(list.keys(), (id) => idOf.get(id) ?? id));
  const both = toPersons(sent).intersection(toPersons(heldOut)).size;
  if (both > 0)
    console.error(
      `${formatCount(both, 'person')} with ids in both lists: the first id in alphabetical order decides the list.`,
    );
  const day = new Int32Array(customers.length).fill(first);
  return { customers, isHeldOut, day, pastEnd: day };
}

function parseTimeZone(timeZone: string) {
  try {
    return createLocalTime(timeZone);
  } catch {
    throw createRefusal(`--time-zone ${timeZone}: expected an IANA name such as Europe/Berlin`);
  }
}

function createRefusal(message: string): FileRefusal {
  return new FileRefusal(message, 2);
}

function parseCampaignDay(text: string): string {
  if (!isDay(text)) {
    throw new InvalidArgumentError('expected a day such as 2026-03-01.');
  }
  return text;
}

// Reads lists of a campaign's customers: CSV files with a column of ids, as `analyze … --customers` writes them.

/** Each id with the first line that holds it. */
type CampaignList = ReadonlyMap<string, number>;

/** Throws FileRefusal if the column is missing, a customer has no id, or the list is empty. */
export function readCampaignList(file: string, column: string): CampaignList {
  const records = readRecords(file);
  const refuse = (problem: string): never => {
    throw new FileRefusal(`${file}: ${problem}`, 2);
  };
  if (!records.next()) return refuse('the file is empty; expected a header and a line per customer');
  const names = records.fields.map((name) => name.trim());
  const at = names.indexOf(column);
  if (at < 0) {
    return refuse(
      `no column ${formatName(column)}; the header has ${names.map(formatName).join(', ')}. Name the column of ids: --id-column NAME`,
    );
  }
  const lines = new Map<string, number>();
  while (records.next()) {
    const id = asSent((records.fields[at] ?? '').trim());
    if (records.hasOpenQuote) refuse(`line ${records.line}: unclosed quote`);
    if (id === '') refuse(`line ${records.line}: no customer id`);
    if (!lines.has(id)) lines.set(id, records.line);
  }
  return lines.size === 0 ? refuse('no customers below the header') : lines;
}

const LONGEST_NAME = 60;
const formatName = (text: string): string => `"${excerpt(text, LONGEST_NAME)}"`;

/** Exports put an apostrophe before text that a spreadsheet would run as a formula. */
function asSent(id: string): string {
  const without = id.slice(1);
  return id.startsWith("'") && escapeFormula(without) === id ? without : id;
}

/**
 * Writes the lines of a list to NAME-sent.csv and NAME-held-out.csv; returns the number of customers in each. A hash of
 * the name and the person's id decides, so that the same name holds out the same customers of every list.
 */
export function splitCampaignList(
  file: string,
  column: string,
  {
    name,
    holdOut,
    idOf = new Map(),
  }: { readonly name: string; readonly holdOut: number; readonly idOf?: Persons['idOf'] },
): { readonly sent: number; readonly heldOut: number } {
  const [header = [], ...lines] = readCells(file);
  const at = header.indexOf(column);
  const ids = [...readCampaignList(file, column).keys()];
  const held = new Set(ids.filter((id) => hashToShare(basename(name), idOf.get(id) ?? id) < holdOut));
  const write = (to: string, isIn: (id: string) => boolean): void =>
    writeFileSync(to, formatCsv([header, ...lines.filter((cells) => isIn(cells[at] ?? ''))]));
  write(`${name}-sent.csv`, (id) => !held.has(id));
  write(`${name}-held-out.csv`, (id) => held.has(id));
  return { sent: ids.length - held.size, heldOut: held.size };
}

/** Uniform between 0 and 1 over customers. */
function hashToShare(name: string, id: string): number {
  return createHash('sha256').update(`${name}\0${id}`).digest().readUInt32BE(0) / 2 ** 32;
}

function readCells(file: string): string[][] {
  const records = readRecords(file);
  const lines: string[][] = [];
  while (records.next()) lines.push(records.fields.map((cell) => asSent(cell.trim())));
  return lines;
}

function readRecords(file: string): CsvRecords {
  const text = readFileSync(file, 'utf8').replace(/^\ufeff/, '');
  const records = new CsvRecords(guessDelimiter(text.slice(0, text.search(/\r?\n|$/))));
  records.feed(text);
  records.end();
  return records;
}

/** Throws FileRefusal if a customer is in both arms. */
export function demandApart(sent: NamedList, heldOut: NamedList): void {
  for (const [id, line] of heldOut.list) {
    const other = sent.list.get(id);
    if (other === undefined) continue;
    throw new FileRefusal(
      `customer ${formatName(id)} is in both lists: ${sent.file} line ${other} and ${heldOut.file} line ${line}. Nothing was analysed: remove the customer from one of the lists`,
      2,
    );
  }
}

interface NamedList {
  readonly file: string;
  readonly list: CampaignList;
}
