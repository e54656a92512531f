// Defines the options that set up a report, for reports of files and of the service alike: each is a parameter or a
// filter of POST /reports, and is checked as one.
import { InvalidArgumentError, Option } from 'commander';
import { SELECTED_BY, type SelectedBy } from '../../../../src/contract/report-types/market-basket/limits.ts';
import { DEFAULT_INSIGHT_MIN_BASKETS } from '../../../../src/contract/report-types/market-basket/settings.ts';
import { nextProductsParams } from '../../../../src/contract/report-types/next-products.ts';
import {
  getDefinition,
  REPORT_TYPES,
  type ReportType,
  TEMPLATES,
  type TemplateName,
  TYPE_PARAMS,
} from '../../../../src/contract/report-types/report-types.ts';
import { requestOption } from '../../../../src/contract/schema/request-options.ts';
import {
  CONDITION_OPERATORS,
  type ConditionOperator,
  hasNumberValue,
} from '../../../../src/contract/settings/conditions.ts';
import {
  BASKET_SCOPES,
  type Condition,
  CUSTOMER_SCOPES,
  PRODUCT_IDENTIFIERS,
} from '../../../../src/contract/settings/settings.ts';
import type { CliCommand } from '../cli-command.ts';
import { collectTexts, parseNotNegative, parsePositiveNumber, parseShare } from '../context.ts';
import { collectPersons, PERSONS_HELP, type Persons } from './persons-option.ts';

export interface RequestFlags {
  readonly name?: string;
  readonly customerScope?: string;
  readonly productIdentifier?: string;
  readonly start?: string;
  readonly end?: string;
  readonly where?: readonly Condition[];
  readonly timeZone?: string;
  readonly context?: string;
  /** A single text in reports that accept only one level. */
  readonly productLevel?: string | readonly string[];
  readonly persons?: Persons;
  readonly cohortBy?: string;
  readonly mustContain?: readonly string[];
  readonly antecedent?: readonly string[];
  readonly consequent?: readonly string[];
  readonly exclude?: readonly string[];
  readonly maxProducts?: number;
  readonly maxAntecedents?: number;
  readonly maxConsequents?: number;
  readonly minLift?: number;
  readonly maxPValue?: number;
  readonly leaveOut?: string;
  readonly top?: number;
  readonly insightMinBaskets?: number;
  readonly by?: string;
  /** Commander's default of --no-redundant is true. */
  readonly redundant?: boolean;
  readonly serve?: boolean;
  readonly productProfiles?: boolean;
  readonly serveField?: readonly string[];
}

const LEAVE_OUT = ['not_goods', 'nothing'];

export function addBasketOptions<C extends CliCommand>(
  command: C,
  minSupport: string,
  leaveOut = 'default not_goods',
): C {
  return command
    .option('--min-support <share>', `minimum share of baskets, 0 to 1; ${minSupport}`, parseShare)
    .option('--min-confidence <share>', 'minimum confidence, 0 to 1; default 0.1', parseShare)
    .choice('--scope <scope>', 'one basket per order or per customer; default order', BASKET_SCOPES)
    .option(
      '--product-level <level>',
      'items of baskets: product, or custom:<key>; default product; repeat it for several levels at once',
      collectTexts,
    )
    .choice(
      '--leave-out <what>',
      `rows to leave out of baskets and rules, not of revenue: not_goods (fees and services, by the list of the dataset or by their names) or nothing; ${leaveOut}`,
      LEAVE_OUT,
    )
    .option(
      '--must-contain <name>',
      'only rules with this product; can be repeated: all of them',
      collectTexts,
    )
    .option(
      '--antecedent <name>',
      'only this product may be an antecedent; can be repeated: any of them',
      collectTexts,
    )
    .option(
      '--consequent <name>',
      'only this product may be a consequent; can be repeated: any of them',
      collectTexts,
    )
    .option('--exclude <name>', 'no rules with this product; can be repeated', collectTexts)
    .option('--max-products <n>', 'maximum number of products in a rule', parsePositiveNumber)
    .option('--max-antecedents <n>', 'maximum number of antecedents', parsePositiveNumber)
    .option('--max-consequents <n>', 'maximum number of consequents', parsePositiveNumber)
    .option('--min-lift <lift>', 'minimum lift', parseNotNegative)
    .option('--max-p-value <p>', 'maximum corrected p-value, 0 to 1', parseShare)
    .option('--no-redundant', 'leave out rules that a shorter rule makes redundant')
    .option(
      '--top <n>',
      `return the best rules by one measure; default ${DEFAULT_TOP} with --by`,
      parsePositiveNumber,
    )
    .choice(
      '--by <measure>',
      `the measure: the highest values are the best, or the lowest p-values; default ${DEFAULT_BY} with --top`,
      SELECTED_BY,
    )
    .option(
      '--insight-min-baskets <n>',
      `minimum number of baskets with a rule to recommend it; default ${DEFAULT_INSIGHT_MIN_BASKETS}`,
      parsePositiveNumber,
    );
}

const DEFAULT_TOP = 100;
const DEFAULT_BY: SelectedBy = 'incremental_value';

interface TypeOptions {
  /** The default of --min-support, as the help states it. */
  readonly minSupport: string;
  /** The default of --leave-out, as the help states it. */
  readonly leaveOut?: string;
  /** The help's name for the source of recommendations. */
  readonly report: string;
}

/** Adds the options that only one type of report has, for all types. */
export function addTypeOptions<C extends CliCommand>(
  command: C,
  { minSupport, leaveOut, report }: TypeOptions,
): C {
  addBasketOptions(command, minSupport, leaveOut)
    .option('--serve', `serve recommendations from the rules and pairs of ${report} when it is finished`)
    .option(
      '--serve-field <key>',
      'serve recommendations that can be filtered by this custom field; can be repeated, at most 4 times',
      collectTexts,
    )
    .option(
      '--product-profiles',
      'keep a profile of each product, for `report product`: the sizes of its orders, and products ordered before and after',
    );
  for (const type of REPORT_TYPES) if (type !== 'MBA') addParamOptions(command, type);
  return command;
}

/**
 * Adds an option for each parameter of the type that no other option sets, described and checked as in the API.
 * `alone`: for a command of this type only, where `--cohort-by` is shortened to `--by`.
 */
export function addParamOptions<C extends CliCommand>(command: C, type: ReportType, alone?: 'alone'): C {
  for (const [param, schema] of Object.entries(getDefinition(type).params)) {
    const found = requestOption(schema);
    // Files have no served recommendations.
    if (found === undefined || (alone && param in nextProductsParams)) continue;
    const flag = `--${param.replaceAll('_', '-')}`;
    if (command.options.some(({ long }) => long === flag)) continue;
    const value = found.isFlag ? '' : ' <value>';
    const option = new Option(`${alone ? toShortOption(param, type) : ''}${flag}${value}`, found.description);
    if (found.choices !== undefined) option.choices(found.choices);
    else if (!found.isFlag) option.argParser(parseNumberOrText);
    command.addOption(option);
  }
  return command;
}

/** Shortens `cohort_by` to `--by`. */
function toShortOption(param: string, type: ReportType): string {
  const [first = '', ...rest] = param.split('_');
  return first === type.toLowerCase() && rest.length > 0 ? `--${rest.join('-')}, ` : '';
}

function parseNumberOrText(value: string): number | string {
  return value.trim() === '' || Number.isNaN(Number(value)) ? value : Number(value);
}

/** Adds the options of every type of report. */
export function addRequestOptions<C extends CliCommand>(command: C): C {
  return command
    .option('--name <name>', 'name of the report')
    .choice('--customer-scope <scope>', 'customers whose orders are analysed; default all', CUSTOMER_SCOPES)
    .choice('--product-identifier <which>', 'what identifies a product; default name', PRODUCT_IDENTIFIERS)
    .option('--start <date>', 'first day, YYYY-MM-DD')
    .option('--end <date>', 'last day, YYYY-MM-DD')
    .option(
      '--where <condition>',
      'only rows that match, e.g. product_name!~postage, quantity>1, custom:Country=NL; can be repeated',
      collectWhere,
    )
    .option('--time-zone <name>', "IANA time zone of all days; default the dataset's, otherwise UTC")
    .option('--persons <rule>', PERSONS_HELP, collectPersons)
    .option('--context <text>', 'description of the business, for the insights');
}

/**
 * Creates the members of a new report or schedule. Market basket reports leave fees and services out, unless
 * `--leave-out` says otherwise.
 */
export function createRequestMembers(
  flags: RequestFlags,
  { template, type }: { readonly template?: TemplateName; readonly type?: ReportType },
): Readonly<Record<string, unknown>> {
  const isMba = (template === undefined ? type : TEMPLATES[template].reportType) === 'MBA';
  return toRequestMembers(isMba ? { leaveOut: 'not_goods', ...flags } : flags);
}

/** Converts flags into members of a request to POST /reports, without those that were not given. */
export function toRequestMembers(flags: RequestFlags): Readonly<Record<string, unknown>> {
  const { name, customerScope, productIdentifier, start, end, where, timeZone, context } = flags;
  const given = new Map(Object.entries(flags));
  const own = Object.keys(TYPE_PARAMS).map((param) => [param, given.get(toOptionName(param))] as const);
  const params = omitUndefined({
    ...Object.fromEntries(own),
    rules: toRuleConstraints(flags),
    select: toSelection(flags),
    leave_out: flags.leaveOut === 'nothing' ? null : flags.leaveOut,
    serve: flags.serveField === undefined ? flags.serve : { fields: flags.serveField },
    customer_scope: customerScope,
    product_identifier: productIdentifier,
    time_zone: timeZone,
    identity: flags.persons,
    context,
  });
  const dateRange = omitUndefined({ start, end });
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

/** Undefined if no option constrains rules. */
function toRuleConstraints(flags: RequestFlags): Readonly<Record<string, unknown>> | undefined {
  const rules = omitUndefined({
    must_contain: flags.mustContain,
    antecedents: flags.antecedent,
    consequents: flags.consequent,
    exclude: flags.exclude,
    max_products: flags.maxProducts,
    max_antecedents: flags.maxAntecedents,
    max_consequents: flags.maxConsequents,
    min_lift: flags.minLift,
    max_p_value_corrected: flags.maxPValue,
    redundant: flags.redundant === false ? false : undefined,
  });
  return Object.keys(rules).length > 0 ? rules : undefined;
}

/** Undefined if neither option is given. */
function toSelection({ top, by }: RequestFlags): Readonly<Record<string, unknown>> | undefined {
  return top === undefined && by === undefined
    ? undefined
    : { top: top ?? DEFAULT_TOP, by: by ?? DEFAULT_BY };
}

/** Converts `min_support` to the name that commander gives its option. */
export function toOptionName(param: string): string {
  return param.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** Removes members that were not given, because schemas refuse undefined values. */
function omitUndefined(members: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

// Parses --where: a condition on rows as it is typed: `product_name~tea`, `quantity>2`, `custom:Country=NL`, or with
// the API's operators: `line_item_value between 5 10`.

const SIGNS: Readonly<Record<string, ConditionOperator>> = {
  '=': 'equals',
  '!=': 'not_equals',
  '~': 'contains',
  '!~': 'not_contains',
  '>': 'greater_than',
  '<': 'less_than',
};
const IN_WORDS = new RegExp(String.raw`^(.+?)\s+(${CONDITION_OPERATORS.join('|')})\s+(.+)$`, 's');
const IN_SIGNS = /^(.+?)\s*(!=|!~|=|~|<|>)\s*(.+)$/s;

/** Collects one more condition: the option may be repeated, and all conditions have to hold. */
export function collectWhere(text: string, earlier: readonly Condition[] = []): Condition[] {
  return [...earlier, parseWhere(text)];
}

/** Throws InvalidArgumentError. The contract checks whether the operator fits the field. */
export function parseWhere(text: string): Condition {
  const [, field, sign, rest] = IN_WORDS.exec(text.trim()) ?? IN_SIGNS.exec(text.trim()) ?? [];
  const operator = CONDITION_OPERATORS.find((one) => one === (SIGNS[sign ?? ''] ?? sign));
  if (field === undefined || operator === undefined || rest === undefined) {
    throw new InvalidArgumentError(
      `expected FIELD OPERATOR VALUE such as product_name~tea or "line_item_value between 5 10", with an operator of ${[...Object.keys(SIGNS), ...CONDITION_OPERATORS].join(', ')}.`,
    );
  }
  if (operator === 'between') {
    const [value, valueTo] = rest.split(/\s+(?:and\s+)?/).map(parseNumber);
    if (value === undefined || valueTo === undefined) throw refuseNumber(rest);
    return { field, operator, value, valueTo };
  }
  if (!hasNumberValue(field, operator)) return { field, operator, value: rest };
  const value = parseNumber(rest);
  if (value === undefined) throw refuseNumber(rest);
  return { field, operator, value };
}

function parseNumber(text: string): number | undefined {
  const number = Number(text);
  return text === '' || !Number.isFinite(number) ? undefined : number;
}

function refuseNumber(text: string): InvalidArgumentError {
  return new InvalidArgumentError(`expected a number, got ${JSON.stringify(text)}.`);
}
