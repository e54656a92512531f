// The options of every command that reads order files.
import { type Command, InvalidArgumentError, Option } from 'commander';
import { LEFT_OUT_STATUSES, type LeftOutStatus } from '../../../order-files/profiles/profile.ts';
import { PROFILE_IDS } from '../../../order-files/profiles/profiles.ts';
import { parseColumnsFlag, parseCustomFlag } from '../../../order-files/rows/column-flags.ts';
import { DELIMITERS, type Delimiter } from '../../../order-files/rows/csv-records.ts';
import { FILE_FORMATS } from '../../../order-files/rows/row-batches.ts';
import { ENCODINGS, type Encoding } from '../../../order-files/values/encodings.ts';
import { DECIMAL_MARKS } from '../../../order-files/values/numbers.ts';
import { DATE_FORMATS } from '../../../order-files/values/order-dates.ts';
import { wholeNumber } from '../context.ts';

type Parsed<F extends (text: string) => unknown> = ReturnType<F>;

export interface OrderFileFlags {
  readonly from?: string;
  readonly include?: readonly LeftOutStatus[];
  readonly paid?: readonly string[];
  readonly notPaid?: readonly string[];
  readonly currency?: string;
  readonly rates?: string;
  readonly ratesSource?: string;
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

export function addOrderFileOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--from <exporter>',
        'exporter that wrote the files; default recognized from the header',
      ).choices(PROFILE_IDS),
    )
    .option(
      '--columns <map>',
      'e.g. order_id=InvoiceNo,unit_price=Price; the rest is guessed',
      flag(parseColumnsFlag),
    )
    .option('--custom <columns>', 'columns to keep as custom fields, e.g. Country', flag(parseCustomFlag))
    .addOption(
      new Option('--format <format>', 'file format; default detected from the content').choices(FILE_FORMATS),
    )
    .addOption(
      new Option('--delimiter <mark>', 'column separator; default detected from the header').choices(
        DELIMITERS,
      ),
    )
    .addOption(
      new Option('--date-format <format>', 'format of order dates; default detected from the dates').choices(
        DATE_FORMATS,
      ),
    )
    .addOption(
      new Option('--decimal <mark>', 'decimal mark of prices; default detected from the prices').choices(
        DECIMAL_MARKS,
      ),
    )
    .addOption(new Option('--encoding <name>', 'text encoding; default detected').choices(ENCODINGS))
    .option('--sheet <name>', 'sheet of a workbook; default the first')
    .option(
      '--include <statuses>',
      `also count orders with these statuses: ${LEFT_OUT_STATUSES.join(', ')}; default none`,
      flag(parseStatuses),
    )
    .option('--paid <statuses>', 'statuses of orders that count, as the file has them', collectStatuses)
    .option('--not-paid <statuses>', 'statuses of orders that do not count', collectStatuses)
    .option(
      '--currency <code>',
      'currency of the dataset; default the only one of the files; rows in other currencies are left out',
      flag(currencyCode),
    )
    .option(
      '--rates <file>',
      'CSV of date, currency, rate: converts other currencies to that of --currency at the rate of the order’s day',
    )
    .option(
      '--rates-source <text>',
      'where the rates are from, named in reports; default the name of the file',
    )
    .option('--no-prices', 'accept files without prices')
    .option('--memory <mb>', 'MB of rows held in memory before disk is used; default 16', wholeNumber)
    .addOption(
      new Option('--bad-rows <what>', 'stop before anything is sent, or skip bad rows')
        .choices(['stop', 'skip'])
        .default('stop'),
    )
    .option('--rejects <file>', 'file for bad rows, one JSON line each')
    .option('--strict', 'exit with code 3 if anything of the files is left out', false);
}

function parseStatuses(text: string): LeftOutStatus[] {
  return text.split(',').map((part) => {
    const status = LEFT_OUT_STATUSES.find((known) => known === part.trim());
    if (status === undefined) throw new Error(`expected ${LEFT_OUT_STATUSES.join(', ')}; got ${part.trim()}`);
    return status;
  });
}

/** `Completed,Shipped`, also repeated. */
function collectStatuses(text: string, before: readonly string[] = []): string[] {
  const statuses = text.split(',').map((part) => part.trim());
  return [...before, ...statuses.filter((status) => status !== '')];
}

function currencyCode(text: string): string {
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
