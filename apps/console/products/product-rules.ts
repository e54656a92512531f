// What a report’s rules say of one product.
import type { AssociationRule, CreateReportRequest, MbaReport } from '../../../packages/client/src/index.ts';
import { collectFees, hasAny } from '../rules/rule-list.ts';

/** What the parts of a product’s page show. */
export interface ProductProps {
  readonly report: MbaReport;
  readonly product: string;
}

interface ProductRules {
  /**
   * With the product among the antecedents, and among the consequents. Rules of few products come first: of those of
   * many, there are often hundreds that say nearly the same. Those of as many products are in the order of the report.
   */
  readonly leading: readonly AssociationRule[];
  readonly led: readonly AssociationRule[];
  /** Baskets with the product; undefined where no rule has it alone on a side. */
  readonly baskets: number | undefined;
}

/** Fees and services that are in rules of the product; none for one of them. */
export function listFeesBeside(
  report: Pick<MbaReport, 'fees_and_services' | 'association_rules'>,
  product: string,
): ReadonlySet<string> {
  const fees = collectFees(report);
  const own = new Set([product]);
  const areBeside = report.association_rules.some((rule) => hasAny(rule, own) && hasAny(rule, fees));
  return areBeside && !fees.has(product) ? fees : new Set();
}

export function selectProductRules(
  { association_rules, summary }: Pick<MbaReport, 'association_rules' | 'summary'>,
  product: string,
): ProductRules {
  const bySize = association_rules.toSorted((a, b) => countProducts(a) - countProducts(b));
  const leading = bySize.filter(({ antecedents }) => antecedents.includes(product));
  const led = bySize.filter(({ consequents }) => consequents.includes(product));
  return { leading, led, baskets: estimateBaskets(leading, led, summary.orders_processed) };
}

function countProducts({ antecedents, consequents }: AssociationRule): number {
  return antecedents.length + consequents.length;
}

/** Counts are whole: what was divided for the rule’s figures is found again by rounding. */
function estimateBaskets(
  leading: readonly AssociationRule[],
  led: readonly AssociationRule[],
  all: number,
): number | undefined {
  const first = leading.find(({ antecedents }) => antecedents.length === 1);
  if (first !== undefined) return Math.round(first.impact_analysis.occurrences / first.confidence);
  const second = led.find(({ consequents }) => consequents.length === 1);
  return second === undefined ? undefined : Math.round((second.confidence / second.lift) * all);
}

type Asked = Pick<MbaReport, 'report_type' | 'dataset_id' | 'name' | 'settings'>;

/** The same report once more, for showing products beside a cart; with its filters, if it served before. */
export function createServingRequest(report: Asked): CreateReportRequest {
  return repeatRequest(report, { serve: report.settings.serve ?? true });
}

/** The same report once more, with a profile of each product. */
export function createProfilesRequest(report: Asked): CreateReportRequest {
  return repeatRequest(report, { product_profiles: true });
}

function repeatRequest(
  { report_type, dataset_id, name, settings }: Asked,
  more: NonNullable<CreateReportRequest['params']>,
): CreateReportRequest {
  const { template, filters, ...params } = settings;
  return {
    report_type,
    dataset_id,
    name,
    ...(template !== null && { template }),
    filters,
    params: { ...params, ...more },
  };
}

/** A report on who buys a product; undefined where rows can’t be selected by what the report calls a product. */
export function createBuyersRequest(
  { dataset_id, settings }: Pick<MbaReport, 'dataset_id' | 'settings'>,
  product: string,
  name: string,
): CreateReportRequest | undefined {
  const row = toRow(settings, product);
  if (row === undefined) return undefined;
  const { dateRange, conditions } = settings.filters;
  return {
    report_type: 'RFM',
    dataset_id,
    name: [...name].slice(0, LONGEST_NAME).join(''),
    filters: { dateRange, conditions: [...conditions, { ...row, operator: 'equals' }] },
    ...(settings.time_zone !== undefined && { params: { time_zone: settings.time_zone } }),
  };
}

const LONGEST_NAME = 200;

function toRow(
  { product_identifier, product_level }: MbaReport['settings'],
  product: string,
): { readonly field: string; readonly value: string } | undefined {
  // Of several levels, values of custom fields are written with the field.
  const [, field, value] = /^(custom:[^=]+)=(.*)$/s.exec(product) ?? [];
  if (Array.isArray(product_level) && field !== undefined && value !== undefined) return { field, value };
  const isProduct =
    product_level === undefined || product_level === 'product' || Array.isArray(product_level);
  if (!isProduct && typeof product_level === 'string') return { field: product_level, value: product };
  return product_identifier === 'name' ? { field: 'product_name', value: product } : undefined;
}
