// The options of every command that reads order files.
import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseColumnsFlag, parseCustomFlag } from '../order-files/column-flags.ts';
import { ENCODINGS, type Encoding } from '../order-files/encodings.ts';
import { DECIMAL_MARKS } from '../order-files/numbers.ts';
import { DATE_FORMATS } from '../order-files/order-dates.ts';
import { LEFT_OUT_STATUSES, type LeftOutStatus } from '../order-files/profiles/profile.ts';
import { PROFILE_IDS } from '../order-files/profiles/profiles.ts';
import { FILE_FORMATS } from '../order-files/row-batches.ts';
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
