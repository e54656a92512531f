// The options of every command that reads order files, and what it says of them.
import { appendFileSync, rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { OperationError } from '../../src/operations/operation-error.ts';
import { explainColumns, parseColumnsFlag, parseCustomFlag } from '../order-files/column-map.ts';
import { ENCODINGS, type Encoding } from '../order-files/encodings.ts';
import { readExchangeRates } from '../order-files/exchange-rates.ts';
import type { OrderDifference } from '../order-files/ledger.ts';
import { DECIMAL_MARKS } from '../order-files/numbers.ts';
import { DATE_FORMATS } from '../order-files/order-dates.ts';
import { LEFT_OUT_STATUSES, type LeftOutStatus } from '../order-files/profiles/profile.ts';
import { PROFILE_IDS } from '../order-files/profiles/profiles.ts';
import { type OrderReading, type ReadOptions, readOrders } from '../order-files/read-orders.ts';
import {
  explainReconciliation,
  type Reconciliation,
  reconcile,
  TOLERATED_DIFFERENCE,
} from '../order-files/reconciliation.ts';
import { type BadRow, FILE_FORMATS } from '../order-files/row-batches.ts';
import { wholeNumber } from './context.ts';

type Parsed<F extends (text: string) => unknown> = ReturnType<F>;

export interface OrderFileFlags {
  readonly from?: string;
  readonly include?: readonly LeftOutStatus[];
  readonly currency?: string;
  readonly rates?: string;
  /** False after --no-prices. */
  readonly prices: boolean;
  readonly columns?: Parsed<typeof parseColumnsFlag>;
  readonly custom?: Parsed<typeof parseCustomFlag>;
  readonly format?: (typeof FILE_FORMATS)[number];
  readonly delimiter?: ',' | ';' | '\t' | '|';
  readonly dateFormat?: (typeof DATE_FORMATS)[number];
  readonly decimal?: (typeof DECIMAL_MARKS)[number];
  readonly encoding?: Encoding;
  readonly sheet?: string;
  readonly memory?: number;
  readonly badRows: 'stop' | 'skip';
  readonly rejects?: string;
}

const SHOWN_BAD_ROWS = 20;

export function addOrderFileOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--from <exporter>',
        'whose export the files are; by default, recognized by the header',
      ).choices(PROFILE_IDS),
    )
    .option(
      '--columns <map>',
      'e.g. order_id=InvoiceNo,unit_price=Price; the rest is guessed',
      flag(parseColumnsFlag),
    )
    .option('--custom <columns>', 'columns to keep as custom fields, e.g. Country', flag(parseCustomFlag))
    .addOption(new Option('--format <format>', 'told by the content unless given').choices(FILE_FORMATS))
    .addOption(
      new Option('--delimiter <mark>', 'guessed from the header unless given').choices([',', ';', '\t', '|']),
    )
    .addOption(
      new Option(
        '--date-format <format>',
        'how order dates are written; by default, told by the dates',
      ).choices(DATE_FORMATS),
    )
    .addOption(
      new Option('--decimal <mark>', 'decimal mark of prices; by default, told by the prices').choices(
        DECIMAL_MARKS,
      ),
    )
    .addOption(
      new Option('--encoding <name>', 'encoding of the text; by default, detected').choices(ENCODINGS),
    )
    .option('--sheet <name>', 'sheet of a workbook; by default, the first')
    .option(
      '--include <statuses>',
      `count orders that are ${LEFT_OUT_STATUSES.join(', ')}; by default they are left out`,
      flag(parseStatuses),
    )
    .option(
      '--currency <code>',
      'currency of the dataset; by default that of the first row, others are left out',
    )
    .option(
      '--rates <file>',
      'CSV of date, currency, rate: converts other currencies at the rate of the order’s day',
    )
    .option('--no-prices', 'accept files without prices')
    .option('--memory <mb>', 'MB of rows held before disk is used, 16 unless told', wholeNumber)
    .addOption(
      new Option('--bad-rows <what>', 'stop before anything is sent, or leave them out')
        .choices(['stop', 'skip'])
        .default('stop'),
    )
    .option('--rejects <file>', 'write bad rows there, a JSON line each');
}

function parseStatuses(text: string): LeftOutStatus[] {
  return text.split(',').map((part) => {
    const status = LEFT_OUT_STATUSES.find((known) => known === part.trim());
    if (status === undefined) throw new Error(`expected ${LEFT_OUT_STATUSES.join(', ')}; got ${part.trim()}`);
    return status;
  });
}

function flag<T>(parse: (text: string) => T): (text: string) => T {
  return (text) => {
    try {
      return parse(text);
    } catch (error) {
      throw new InvalidArgumentError(error instanceof Error ? error.message : String(error));
    }
  };
}

/** What happens with the orders; it ends the sentence “Nothing was …”. */
export type Purpose = 'sent' | 'analysed';

export interface FileReading {
  readonly reading: OrderReading;
  readonly badRows: () => number;
  /** To be called when all was read: prints the reconciliation, and sets exit code 3 where totals differ. */
  readonly reconcile: () => Reconciliation;
  /** What decides the sequence of orders, for a checkpoint. */
  readonly settings: object;
}

/** Opens the files and prints, to standard error, which column is which. Throws at the first bad row that isn't skipped. */
export async function openOrderFiles(
  files: readonly string[],
  flags: OrderFileFlags,
  purpose: Purpose,
): Promise<FileReading> {
  let bad = 0;
  if (flags.rejects !== undefined) rmSync(flags.rejects, { force: true });
  const { columns, custom, format, delimiter, dateFormat, decimal, memory } = flags;
  const { from, include, currency, rates, prices, encoding, sheet } = flags;
  const settings = {
    ...{ columns, custom, format, delimiter, dateFormat, decimal, memory },
    ...{ from, include, currency, rates, prices, encoding, sheet },
  };
  const options: ReadOptions = {
    ...settings,
    rates: rates === undefined ? undefined : readExchangeRates(rates),
    demandPrices: prices,
    memoryBudget: memory === undefined ? undefined : memory * 1024 * 1024,
    openS3,
    standardInput: process.stdin,
    onColumns: (source, { profile, columns: explanation }) =>
      console.error(`${source}: ${profile.title} (--from ${profile.id})\n${explainColumns({ explanation })}`),
    onBadRow: (row) => {
      bad++;
      noteBadRow(row, bad, flags, purpose);
    },
  };
  const reading = await readOrders(files, options);
  const { ledger } = reading;
  ledger.onDifference = (difference) => noteDifference(difference, flags);
  return {
    reading,
    badRows: () => bad,
    reconcile() {
      const figures = reconcile(ledger, reading.currency(), bad);
      console.error(explainReconciliation(figures, ledger));
      if (rates !== undefined) console.error(`Converted at the rates of ${rates}.`);
      if (ledger.difference > TOLERATED_DIFFERENCE) process.exitCode = 3;
      return figures;
    },
    settings,
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
  const text = `${row.source} line ${row.line}: ${row.problem}`;
  if (rejects !== undefined) appendFileSync(rejects, `${JSON.stringify(row)}\n`);
  if (badRows === 'stop') {
    throw new OperationError(
      `${text}\nNothing was ${purpose}. ${purpose === 'sent' ? '--dry-run lists all bad rows, ' : ''}--bad-rows skip leaves bad rows out, --rejects FILE keeps them.`,
    );
  }
  if (count <= SHOWN_BAD_ROWS) console.error(`bad row: ${text}`);
  if (count === SHOWN_BAD_ROWS)
    console.error('bad rows from here on are only counted; --rejects FILE keeps them');
}

async function openS3(bucket: string, key: string): Promise<Readable> {
  const { Body } = await new S3Client({}).send(new GetObjectCommand({ Bucket: bucket, Key: key }));
  if (!(Body instanceof Readable)) throw new OperationError(`s3://${bucket}/${key}: there is no such object`);
  return Body;
}
