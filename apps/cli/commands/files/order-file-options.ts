// Defines the options of every command that reads order files.

import { InvalidArgumentError, Option } from 'commander';
import { NEGATIVES, type Negatives } from '../../../../packages/order-files/account.ts';
import { parseColumnsFlag, parseCustomFlag } from '../../../../packages/order-files/columns/column-flags.ts';
import { DOUBTS, type Doubt } from '../../../../packages/order-files/doubts/doubts.ts';
import {
  EXPORT_FIELDS,
  LEFT_OUT_STATUSES,
  type LeftOutStatus,
} from '../../../../packages/order-files/profiles/profile.ts';
import { PROFILE_IDS } from '../../../../packages/order-files/profiles/profiles.ts';
import { FILE_FORMATS } from '../../../../packages/order-files/rows/row-batches.ts';
import { DELIMITERS, type Delimiter } from '../../../../packages/order-files/text/csv-records.ts';
import { ENCODINGS, type Encoding } from '../../../../packages/order-files/values/encodings.ts';
import {
  DECIMAL_MARKS,
  QUANTITY_SCALES,
  type QuantityScale,
} from '../../../../packages/order-files/values/numbers.ts';
import { DATE_FORMATS } from '../../../../packages/order-files/values/order-dates.ts';
import { CUSTOM_PREFIX } from '../../../../src/contract/settings/product-levels.ts';
import { CliCommand } from '../cli-command.ts';
import { parseWholeNumber } from '../context.ts';

type Parsed<F extends (text: string) => unknown> = ReturnType<F>;

export interface OrderFileFlags {
  readonly from?: string;
  readonly include?: readonly LeftOutStatus[];
  readonly paid?: readonly string[];
  readonly notPaid?: readonly string[];
  readonly accept?: readonly Doubt[];
  readonly excludeIf?: readonly string[];
  readonly guests?: readonly string[];
  readonly ignore?: readonly string[];
  readonly negatives?: Negatives;
  /** At a scale of 1000, a weight of 1.5 becomes 1500. */
  readonly quantityScale?: QuantityScale;
  readonly currency?: string;
  readonly rates?: string;
  readonly ratesSource?: string;
  /** False after --no-header. */
  readonly header: boolean;
  readonly baskets?: boolean;
  /** False after --no-prices. */
  readonly prices: boolean;
  readonly columns?: Parsed<typeof parseColumnsFlag>;
  readonly custom?: Parsed<typeof parseCustomFlag>;
  readonly format?: (typeof FILE_FORMATS)[number];
  readonly delimiter?: Delimiter;
  readonly dateFormat?: (typeof DATE_FORMATS)[number];
  readonly decimal?: (typeof DECIMAL_MARKS)[number];
  readonly encoding?: Encoding;
  readonly sheet?: string;
  readonly memory?: number;
  readonly badRows: 'stop' | 'skip';
  readonly strict: boolean;
  readonly rejects?: string;
}

export function addOrderFileOptions<C extends CliCommand>(command: C): C {
  return command
    .optionsGroup('How the files are read:')
    .choice(
      '--from <exporter>',
      'exporter that wrote the files; default recognized from the header',
      PROFILE_IDS,
    )
    .option(
      '--columns <map>',
      `e.g. order_id=InvoiceNo,unit_price=Price, or order_id=Receipt+Date if numbers restart; the rest is guessed; fields: ${EXPORT_FIELDS.join(', ')}`,
      flag(parseColumnsFlag),
    )
    .option('--custom <columns>', 'columns to keep as custom fields, e.g. Country', flag(parseCustomFlag))
    .choice('--format <format>', 'file format; default detected from the content', FILE_FORMATS)
    .choice('--delimiter <mark>', 'column separator; default detected from the header', DELIMITERS)
    .option('--no-header', 'the first line is a row: columns are named column 1, column 2 and so on')
    .option(
      '--baskets',
      'each line is an order and its cells are products, without prices, customers or dates',
    )
    .choice('--date-format <format>', 'format of order dates; default detected from the dates', DATE_FORMATS)
    .choice('--decimal <mark>', 'decimal mark of prices; default detected from the prices', DECIMAL_MARKS)
    .choice('--encoding <name>', 'text encoding; default detected', ENCODINGS)
    .option('--sheet <name>', 'sheet of a workbook; default the first')
    .addOption(
      new Option(
        '--quantity-scale <factor>',
        'multiplies quantities and divides prices by it, for weights such as 1.5; default 1',
      )
        .choices(QUANTITY_SCALES.map(String))
        .argParser(flag(parseScale)),
    )
    .option('--memory <mb>', 'MB of rows held in memory before disk is used; default 16', parseWholeNumber)
    .optionsGroup('What counts:')
    .option(
      '--accept <doubts>',
      `accept values that look wrong but are right: ${DOUBTS.join(', ')}; default none`,
      flag(parseDoubts),
    )
    .option(
      '--exclude-if <columns>',
      'columns whose yes leaves a row out, e.g. Refunded,Cancelled',
      collectStatuses,
    )
    .option(
      '--ignore <columns>',
      'columns of discounts, refunds or cancellations to leave unread',
      collectStatuses,
    )
    .option(
      '--guests <names>',
      'names of customers that are guests, e.g. "Walk-in Customer"',
      collectStatuses,
    )
    .choice('--negatives <meaning>', 'rows whose quantity and price are both negative', NEGATIVES)
    .option(
      '--include <statuses>',
      `also count orders with these statuses: ${LEFT_OUT_STATUSES.join(', ')}; default none`,
      flag(parseStatuses),
    )
    .option('--paid <statuses>', 'statuses of orders that count, as written in the file', collectStatuses)
    .option('--not-paid <statuses>', 'statuses of orders that do not count', collectStatuses)
    .option(
      '--currency <code>',
      'currency of the dataset; default the only one in the files; rows in other currencies are left out',
      flag(parseCurrencyCode),
    )
    .option(
      '--rates <file>',
      'CSV of date, currency, rate: converts other currencies to that of --currency at the rate of the order’s day',
    )
    .option('--rates-source <text>', 'source of the rates, named in reports; default the name of the file')
    .option('--no-prices', 'accept files without prices')
    .addOption(
      new Option('--bad-rows <what>', 'stop before anything is sent, or skip bad rows')
        .choices(['stop', 'skip'])
        .default('stop'),
    )
    .option('--rejects <file>', 'file for bad rows, one JSON line each')
    .option('--strict', 'exit with code 3 if anything in the files is left out', false)
    .optionsGroup('Options:');
}

function parseScale(text: string): QuantityScale {
  const scale = QUANTITY_SCALES.find((one) => String(one) === text);
  if (scale === undefined) throw new Error(`expected ${QUANTITY_SCALES.join(', ')}; got ${text}`);
  return scale;
}

function parseDoubts(text: string): Doubt[] {
  return text.split(',').map((part) => {
    const doubt = DOUBTS.find((known) => known === part.trim());
    if (doubt === undefined) throw new Error(`expected ${DOUBTS.join(', ')}; got ${part.trim()}`);
    return doubt;
  });
}

function parseStatuses(text: string): LeftOutStatus[] {
  return text.split(',').map((part) => {
    const status = LEFT_OUT_STATUSES.find((known) => known === part.trim());
    if (status === undefined) throw new Error(`expected ${LEFT_OUT_STATUSES.join(', ')}; got ${part.trim()}`);
    return status;
  });
}

/** Finds these options in the arguments of a command, for another command on the same files. */
export function findFileOptions(args: readonly string[]): string[] {
  const { options } = addOrderFileOptions(new CliCommand());
  const found: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    const option = options.find(
      ({ long }) => long !== undefined && (arg === long || arg.startsWith(`${long}=`)),
    );
    if (option === undefined) continue;
    found.push(arg);
    if (option.required && !arg.includes('=')) found.push(args[++at] ?? '');
  }
  return found;
}

/** Fields such as `custom:phone` are columns of the files, even if --custom does not name them. */
export function keepFields<F extends OrderFileFlags>(flags: F, fields: readonly string[]): F {
  const { custom = [] } = flags;
  const keys = fields
    .filter((field) => field.startsWith(CUSTOM_PREFIX))
    .map((field) => field.slice(CUSTOM_PREFIX.length))
    .filter((key) => custom.every((known) => known.key !== key));
  if (keys.length === 0) return flags;
  return { ...flags, custom: [...custom, ...[...new Set(keys)].map((key) => ({ key, column: key }))] };
}

/** Accepts `Completed,Shipped`; the option may also be repeated. */
function collectStatuses(text: string, before: readonly string[] = []): string[] {
  const statuses = text.split(',').map((part) => part.trim());
  return [...before, ...statuses.filter((status) => status !== '')];
}

function parseCurrencyCode(text: string): string {
  if (!/^[A-Za-z]{3}$/.test(text))
    throw new Error(`expected a code of three letters such as EUR; got ${text}`);
  return text.toUpperCase();
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
