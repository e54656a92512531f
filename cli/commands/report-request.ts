// The options that say what a report is about, for reports of files and of the service alike: each is a parameter or a
// filter of POST /reports, and is checked as one.
import { type Command, Option } from 'commander';
import { COHORT_PERIODS } from '../../src/core/cohorts/periods.ts';
import { BASKET_SCOPES, CUSTOMER_SCOPES, PRODUCT_IDENTIFIERS } from '../../src/core/settings/settings.ts';
import { TYPE_PARAMS } from '../../src/report-types/report-types.ts';
import { share } from './context.ts';
import { collectWhere, type WhereCondition } from './where.ts';

export interface RequestFlags {
  readonly name?: string;
  readonly customerScope?: string;
  readonly productIdentifier?: string;
  readonly start?: string;
  readonly end?: string;
  readonly where?: readonly WhereCondition[];
  readonly timeZone?: string;
  readonly context?: string;
}

export function addBasketOptions(command: Command, minSupport: string): Command {
  return command
    .option('--min-support <share>', `minimum share of baskets, 0 to 1; ${minSupport}`, share)
    .option('--min-confidence <share>', 'minimum confidence, 0 to 1; default 0.1', share)
    .addOption(
      new Option('--scope <scope>', 'one basket per order or per customer; default order').choices(
        BASKET_SCOPES,
      ),
    );
}

export function addCohortOptions(command: Command): Command {
  return command.addOption(
    new Option('--cohort-by <period>', 'period that defines a cohort; default month').choices(COHORT_PERIODS),
  );
}

/** Those of every type of report. */
export function addRequestOptions(command: Command): Command {
  return command
    .option('--name <name>', 'name of the report')
    .addOption(
      new Option('--customer-scope <scope>', 'customers whose orders are analysed; default all').choices(
        CUSTOMER_SCOPES,
      ),
    )
    .addOption(
      new Option('--product-identifier <which>', 'what identifies a product; default name').choices(
        PRODUCT_IDENTIFIERS,
      ),
    )
    .option('--start <date>', 'first day, YYYY-MM-DD')
    .option('--end <date>', 'last day, YYYY-MM-DD')
    .option(
      '--where <condition>',
      'only rows that match, e.g. product_name!~postage, quantity>1, custom:Country=NL; can be repeated',
      collectWhere,
    )
    .option('--time-zone <name>', "IANA time zone of all days; default the dataset's, otherwise UTC")
    .option('--context <text>', 'description of the business, for the insights');
}

/** Members of a request to POST /reports. What was not given is not in it. */
export function requestMembers(flags: RequestFlags): Readonly<Record<string, unknown>> {
  const { name, customerScope, productIdentifier, start, end, where, timeZone, context } = flags;
  const given = new Map(Object.entries(flags));
  const own = Object.keys(TYPE_PARAMS).map((param) => [param, given.get(optionName(param))] as const);
  const params = defined({
    ...Object.fromEntries(own),
    customer_scope: customerScope,
    product_identifier: productIdentifier,
    time_zone: timeZone,
    context,
  });
  const dateRange = defined({ start, end });
  const filters = {
    ...(Object.keys(dateRange).length > 0 && { dateRange }),
    ...(where !== undefined && { conditions: where }),
  };
  return {
    ...(name !== undefined && { name }),
    ...(Object.keys(params).length > 0 && { params }),
    ...(Object.keys(filters).length > 0 && { filters }),
  };
}

/** `min_support` as the command line's parser names it. */
function optionName(param: string): string {
  return param.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** Without the members that were not given: a schema refuses them as undefined. */
function defined(members: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
