// The options of every command that reads order files, and what it says of them.
import { appendFileSync, rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { OperationError } from '../../src/operations/operation-error.ts';
import { explainColumns, parseColumnsFlag, parseCustomFlag } from '../order-files/column-map.ts';
import { DECIMAL_MARKS } from '../order-files/numbers.ts';
import { DATE_FORMATS } from '../order-files/order-dates.ts';
import { type OrderReading, type ReadOptions, readOrders } from '../order-files/read-orders.ts';
import { type BadRow, FILE_FORMATS } from '../order-files/row-batches.ts';
import { wholeNumber } from './context.ts';

type Parsed<F extends (text: string) => unknown> = ReturnType<F>;

export interface OrderFileFlags {
  readonly columns?: Parsed<typeof parseColumnsFlag>;
  readonly custom?: Parsed<typeof parseCustomFlag>;
  readonly format?: (typeof FILE_FORMATS)[number];
  readonly delimiter?: ',' | ';' | '\t';
  readonly dateFormat: (typeof DATE_FORMATS)[number];
  readonly decimal: (typeof DECIMAL_MARKS)[number];
  readonly memory?: number;
  readonly badRows: 'stop' | 'skip';
  readonly rejects?: string;
}

const SHOWN_BAD_ROWS = 20;

export function addOrderFileOptions(command: Command): Command {
  return command
    .option(
      '--columns <map>',
      'e.g. order_id=InvoiceNo,unit_price=Price; the rest is guessed',
      flag(parseColumnsFlag),
    )
    .option('--custom <columns>', 'columns to keep as custom fields, e.g. Country', flag(parseCustomFlag))
    .addOption(new Option('--format <format>', 'told by the content unless given').choices(FILE_FORMATS))
    .addOption(
      new Option('--delimiter <mark>', 'guessed from the header unless given').choices([',', ';', '\t']),
    )
    .addOption(
      new Option('--date-format <format>', 'how order dates are written')
        .choices(DATE_FORMATS)
        .default('iso'),
    )
    .addOption(
      new Option('--decimal <mark>', 'decimal mark of prices').choices(DECIMAL_MARKS).default('point'),
    )
    .option('--memory <mb>', 'MB of rows held before disk is used, 16 unless told', wholeNumber)
    .addOption(
      new Option('--bad-rows <what>', 'stop before anything is sent, or leave them out')
        .choices(['stop', 'skip'])
        .default('stop'),
    )
    .option('--rejects <file>', 'write bad rows there, a JSON line each');
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

export interface FileReading {
  readonly reading: OrderReading;
  readonly badRows: () => number;
  /** What decides the sequence of orders, for a checkpoint. */
  readonly settings: object;
}

/** Opens the files and prints, to standard error, which column is which. Throws at the first bad row that isn't skipped. */
export async function openOrderFiles(files: readonly string[], flags: OrderFileFlags): Promise<FileReading> {
  let bad = 0;
  if (flags.rejects !== undefined) rmSync(flags.rejects, { force: true });
  const { columns, custom, format, delimiter, dateFormat, decimal, memory } = flags;
  const settings = { columns, custom, format, delimiter, dateFormat, decimal, memory };
  const options: ReadOptions = {
    ...settings,
    memoryBudget: memory === undefined ? undefined : memory * 1024 * 1024,
    openS3,
    standardInput: process.stdin,
    onColumns: (source, explanation) => console.error(`${source}:\n${explainColumns({ explanation })}`),
    onBadRow: (row) => {
      bad++;
      noteBadRow(row, bad, flags);
    },
  };
  return { reading: await readOrders(files, options), badRows: () => bad, settings };
}

function noteBadRow(row: BadRow, count: number, { badRows, rejects }: OrderFileFlags): void {
  const text = `${row.source} line ${row.line}: ${row.problem}`;
  if (rejects !== undefined) appendFileSync(rejects, `${JSON.stringify(row)}\n`);
  if (badRows === 'stop') {
    throw new OperationError(
      `${text}\nNothing was sent. --dry-run lists all bad rows, --bad-rows skip leaves them out.`,
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
