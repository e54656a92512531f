// A report request as the form has it, and the same request as curl and TypeScript.
import type { CreateReportRequest } from '../client/src/index.ts';

export type Template = NonNullable<CreateReportRequest['template']>;

export const TEMPLATES = [
  'standard_mba',
  'first_order',
  'repeat_purchase',
  'high_value_baskets',
  'churning_analysis',
  'standard_rfm',
  'new_customer_cohort',
  'cohort_retention',
] as const satisfies readonly Template[];

export const RULE_TEMPLATES: readonly Template[] = TEMPLATES.slice(0, 5);

type Conditions = NonNullable<NonNullable<CreateReportRequest['filters']>['conditions']>;
export type Operator = Conditions[number]['operator'];

/** Numbers and days as they are typed: empty where nothing was. */
export interface Draft {
  readonly template: Template;
  readonly dataset: string;
  readonly name: string;
  /** YYYY-MM-DD. */
  readonly start: string;
  readonly end: string;
  /** In percent. */
  readonly minSupport: string;
  readonly minConfidence: string;
  /** Only products whose name contains this, or does not. */
  readonly productOperator: 'contains' | 'not_contains';
  readonly product: string;
  readonly waitsForImports: boolean;
  readonly webhookUrl: string;
}

export function emptyDraft(template: Template, dataset: string): Draft {
  return {
    template,
    dataset,
    name: '',
    start: '',
    end: '',
    minSupport: '',
    minConfidence: '',
    productOperator: 'contains',
    product: '',
    waitsForImports: false,
    webhookUrl: '',
  };
}

/** Without what was left empty, for which the service has defaults. */
export function requestOf(draft: Draft): CreateReportRequest {
  const { template, dataset, name, start, end, product, productOperator } = draft;
  const dateRange = { ...(start !== '' && { start }), ...(end !== '' && { end }) };
  const conditions: Conditions =
    product.trim() === ''
      ? []
      : [{ field: 'product_name', operator: productOperator, value: product.trim() }];
  const filters = {
    ...(start + end !== '' && { dateRange }),
    ...(conditions.length > 0 && { conditions }),
  };
  const takesRules = RULE_TEMPLATES.includes(template);
  const params = {
    ...(takesRules && draft.minSupport !== '' && { min_support: share(draft.minSupport) }),
    ...(takesRules && draft.minConfidence !== '' && { min_confidence: share(draft.minConfidence) }),
  };
  return {
    template,
    dataset_id: dataset,
    ...(name.trim() !== '' && { name: name.trim() }),
    ...(Object.keys(filters).length > 0 && { filters }),
    ...(Object.keys(params).length > 0 && { params }),
    ...(draft.webhookUrl.trim() !== '' && { webhook_url: draft.webhookUrl.trim() }),
    ...(draft.waitsForImports && { wait_for_imports: true }),
  };
}

/** Percent as a share, without the digits that dividing by 100 in binary adds: 0.29 is 0.0029. */
function share(percent: string): number {
  return Number((Number(percent) / 100).toPrecision(12));
}

/** For a POSIX shell: in single quotes, each of which closes, is escaped, and opens again. */
export function asCurl(baseUrl: string, request: CreateReportRequest): string {
  const body = JSON.stringify(request, undefined, 2).replaceAll("'", `'\\''`);
  return `curl -H "Authorization: Bearer $KEY" ${baseUrl}/reports -d '${body}'`;
}

export function asTypeScript(baseUrl: string, request: CreateReportRequest): string {
  const literal = JSON.stringify(request, undefined, 2);
  return [
    "import { OrderAnalytics } from 'order-analytics-client';",
    '',
    `const client = new OrderAnalytics({ baseUrl: ${JSON.stringify(baseUrl)}, apiKey: process.env.KEY ?? '' });`,
    `const report = await client.reports.createAndWait(${literal});`,
  ].join('\n');
}
