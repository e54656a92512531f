// Selects a report's rules about one product.
import type { AssociationRule, CreateReportRequest, MbaReport } from '../../../packages/client/src/index.ts';
import { collectFees, hasAny } from '../rules/rule-list.ts';

/** The properties of the parts of a product's page. */
export interface ProductProps {
  readonly report: MbaReport;
  readonly product: string;
}

interface ProductRules {
  /**
   * Rules with the product among the antecedents, and among the consequents. Rules of few products come first, because
   * hundreds of longer ones often say nearly the same. Rules of equal length are in the order of the report.
   */
  readonly leading: readonly AssociationRule[];
  readonly led: readonly AssociationRule[];
  /** Baskets with the product; undefined if no rule has it alone on a side. */
  readonly baskets: number | undefined;
}

/** Lists fees and services in rules of the product; none if the product is one. */
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

/** Counts are whole numbers: rounding restores them from the rule's ratios. */
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

/** Requests the report again, for recommendations beside a cart; keeps its filters if it already served them. */
export function createServingRequest(report: Asked): CreateReportRequest {
  return repeatRequest(report, { serve: report.settings.serve ?? true });
}

/** Requests the report again, with a profile of each product. */
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

/** Creates a report on who buys a product; undefined if rows can't be filtered by that kind of product. */
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
  // With several levels, values of custom fields include the field.
  const [, field, value] = /^(custom:[^=]+)=(.*)$/s.exec(product) ?? [];
  if (Array.isArray(product_level) && field !== undefined && value !== undefined) return { field, value };
  const isProduct =
    product_level === undefined || product_level === 'product' || Array.isArray(product_level);
  if (!isProduct && typeof product_level === 'string') return { field: product_level, value: product };
  return product_identifier === 'name' ? { field: 'product_name', value: product } : undefined;
}
