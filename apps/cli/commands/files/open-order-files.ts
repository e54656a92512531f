// Opens the order files of a command, and prints what they contain: columns, bad rows, the reconciliation.
import { appendFileSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { explainColumns } from '../../../../packages/order-files/columns/explain-columns.ts';
import {
  createLocalSurroundings,
  type LocalReadOptions,
  openLocalFile,
  readExchangeRates,
  readLocalOrders,
} from '../../../../packages/order-files/disk/local-files.ts';
import { type Answer, measureAnswers } from '../../../../packages/order-files/measure-answers.ts';
import type { FileProblem } from '../../../../packages/order-files/problems/file-problems.ts';
import { printRowProblem } from '../../../../packages/order-files/problems/row-problem-words.ts';
import { findRowWayOut, listChoices } from '../../../../packages/order-files/problems/way-out.ts';
import type { OrderReading } from '../../../../packages/order-files/read-orders.ts';
import type { BadRow } from '../../../../packages/order-files/rows/row-batches.ts';
import type { OrderDifference } from '../../../../packages/order-files/totals/ledger.ts';
import {
  computeReconciliation,
  explainReconciliation,
  hasOmissions,
  type Reconciliation,
  TOLERATED_DIFFERENCE,
} from '../../../../packages/order-files/totals/reconciliation.ts';
import { OperationError } from '../../../../src/service/operations/operation-error.ts';
import { FileRefusal } from '../../failure.ts';
import type { OrderFileFlags } from './order-file-options.ts';

const SHOWN_BAD_ROWS = 20;

/** The use of the orders; the word completes the sentence “Nothing was …”. */
export type Purpose = 'sent' | 'analysed';

export interface FileReading {
  readonly reading: OrderReading;
  readonly badRows: () => number;
  /** The totals of the rows read so far. */
  readonly figures: () => Reconciliation;
  /** Call it after all rows are read: it prints the reconciliation, and sets exit code 3 if totals differ. */
  readonly reconcile: () => Reconciliation;
  /** Source of the exchange rates that converted amounts; undefined if none was converted. */
  readonly ratesSource: () => string | undefined;
  /** The settings that decide the sequence of orders, for a checkpoint. */
  readonly settings: object;
}

/**
 * Opens the files and prints the columns that it recognised to standard error. Throws at the first bad row that is not
 * skipped.
 */
export async function openOrderFiles(
  files: readonly string[],
  flags: OrderFileFlags,
  purpose: Purpose,
  more: Pick<LocalReadOptions, 'signal'> = {},
): Promise<FileReading> {
  let bad = 0;
  if (flags.rejects !== undefined) rmSync(flags.rejects, { force: true });
  const { rates } = flags;
  const options: LocalReadOptions = {
    ...toReadOptions(flags),
    ...more,
    onColumns: (source, { profile, columns: explanation }) =>
      console.error(`${source}: ${profile.title} (--from ${profile.id})\n${explainColumns({ explanation })}`),
    onBadRow: (row) => {
      bad++;
      noteBadRow(row, bad, flags, purpose);
    },
  };
  opened = { files, options: { ...options, onBadRow: undefined, onColumns: undefined, signal: undefined } };
  const reading = await readLocalOrders(files, options);
  const { ledger } = reading;
  ledger.onDifference = (difference) => noteDifference(difference, flags);
  const getRatesSource = () =>
    rates === undefined || !reading.converted() ? undefined : (flags.ratesSource ?? basename(rates));
  return {
    reading,
    ratesSource: getRatesSource,
    badRows: () => bad,
    figures: () => computeReconciliation(ledger, reading.currency(), bad),
    reconcile() {
      const figures = computeReconciliation(ledger, reading.currency(), bad);
      console.error(explainReconciliation(figures, ledger));
      const source = getRatesSource();
      if (source !== undefined) console.error(`Converted at the rates of ${source}.`);
      if (
        ledger.difference > TOLERATED_DIFFERENCE ||
        (flags.strict && (hasOmissions(figures) || ledger.blankPrices.rows > 0))
      )
        process.exitCode = 3;
      return figures;
    },
    settings: pickReadSettings(flags),
  };
}

/** The files of the command, about which its failure may ask. */
let opened: { readonly files: readonly string[]; readonly options: LocalReadOptions } | undefined;

/** Larger files are not read once for each answer. */
const MOST_MEASURED = 256 * 1024 * 1024;

/**
 * Lists the answers to the problem with which the command's files were refused, with the totals that each leads to.
 * Totals are undefined for large files and for standard input, which is read once.
 */
export async function listAnswers(problem: FileProblem): Promise<readonly Answer[]> {
  const choices = listChoices(problem).map((choice) => ({ ...choice, totals: undefined }));
  if (choices.length < 2 || opened === undefined) return choices;
  const { files: names, options } = opened;
  const files = await Promise.all(names.map((name) => openLocalFile(name, options)));
  const size = files.reduce((sum, file) => sum + (file.size ?? Number.POSITIVE_INFINITY), 0);
  if (names.includes('-') || size > MOST_MEASURED) return choices;
  return measureAnswers(files, createLocalSurroundings(options), options, problem);
}

/** Picks the settings that decide the sequence of orders. */
function pickReadSettings(flags: OrderFileFlags) {
  return {
    columns: flags.columns,
    custom: flags.custom,
    format: flags.format,
    delimiter: flags.delimiter,
    dateFormat: flags.dateFormat,
    decimal: flags.decimal,
    memory: flags.memory,
    from: flags.from,
    include: flags.include,
    paid: flags.paid,
    notPaid: flags.notPaid,
    accept: flags.accept,
    guests: flags.guests,
    ignore: flags.ignore,
    negatives: flags.negatives,
    excludeIf: flags.excludeIf,
    quantityScale: flags.quantityScale,
    currency: flags.currency,
    rates: flags.rates,
    prices: flags.prices,
    // Undefined unless given, as in checkpoints before the option existed.
    header: flags.header ? undefined : (false as const),
    baskets: flags.baskets,
    encoding: flags.encoding,
    sheet: flags.sheet,
  };
}

/** Converts the flags into options of the file reader. */
export function toReadOptions(flags: OrderFileFlags): LocalReadOptions {
  const { rates, prices, memory } = flags;
  return {
    ...pickReadSettings(flags),
    rates: rates === undefined ? undefined : readExchangeRates(rates),
    demandPrices: prices,
    memoryBudget: memory === undefined ? undefined : memory * 1024 * 1024,
    openS3,
    standardInput: process.stdin,
  };
}

function noteDifference(difference: OrderDifference, { rejects }: OrderFileFlags): void {
  if (rejects === undefined) return;
  const { source, line, order_id, expected, got } = difference;
  const problem = `order ${order_id}: the export's total is ${expected}, its lines make ${got}`;
  appendFileSync(rejects, `${JSON.stringify({ source, line, order_id, expected, got, problem })}\n`);
}

function noteBadRow(
  row: BadRow,
  count: number,
  { badRows, rejects }: OrderFileFlags,
  purpose: Purpose,
): void {
  const problem = printRowProblem(row.problem);
  const text = `${row.source} line ${row.line}: ${problem}`;
  if (rejects !== undefined) appendFileSync(rejects, `${JSON.stringify({ ...row, problem })}\n`);
  if (badRows === 'stop') {
    throw new FileRefusal(
      `${text}\nNothing was ${purpose}. ${purpose === 'sent' ? '--dry-run lists all bad rows, ' : ''}--bad-rows skip leaves bad rows out, --rejects FILE keeps them.`,
      2,
      findRowWayOut(row.problem),
    );
  }
  if (count <= SHOWN_BAD_ROWS) console.error(`bad row: ${text}`);
  if (count === SHOWN_BAD_ROWS) console.error('further bad rows are only counted; --rejects FILE keeps them');
}

async function openS3(bucket: string, key: string): Promise<Readable> {
  const { Body } = await new S3Client({}).send(new GetObjectCommand({ Bucket: bucket, Key: key }));
  if (!(Body instanceof Readable)) throw new OperationError(`s3://${bucket}/${key}: there is no such object`);
  return Body;
}
