// Texts in responses: each is data, or has its code beside it, by which the console shows it in German.
import { expect, it } from 'vitest';
import { openApi } from '../../src/openapi/document.ts';
import { COMPUTED_EXAMPLES } from '../../src/openapi/examples/computed-examples.ts';

/** The part of a schema that is read here. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly additionalProperties?: Schema | boolean;
}
interface Answer {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}
interface Document {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, Answer>> }>>>
  >;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const DOCUMENT: Document = JSON.parse(JSON.stringify(openApi(COMPUTED_EXAMPLES).document));

/**
 * Members with names or values of the shop or the request. Any other member, unless it is an id, is a text of the
 * service.
 */
const DATA = new Set(
  `address all_line_items antecedents api_key business_context cohort cohort_by compared_with consequents contact context
  country_code created_by currency date_range did_you_mean exclude expression fees_and_services field fields first_cohort generated_by
  group hint id last_cohort leave_out merge_list merges month must_contain name next_again next_cursor next_new
  next_products_from not_goods operation order_date origins previous_cohort product
  product_1 product_2 product_3 product_level product_name product_sku products rates_source resource revoked_by separate run_in_progress delivery_in_progress url user_agent
  slug source_ip status time_zone title value version webhook_url written_by`.split(/\s+/),
);

/** Texts of the service that the console does not show. */
const NOT_SHOWN = new Set([
  // The earlier name of fail_reason.
  'Delivery.problem',
  'WebhookTest.problem',
  'RowError.reason',
  'Schedule.last_run.reason',
  // Fields that the API does not have: the console sends none.
  'SubmitOrdersResponse.warnings[].message',
  'ImportJob.warnings[].message',
]);

/** Members that the console shows in its own words: the status of a row, and the reason to leave rows out. */
const NAMED = /\.(?:left_out\[\]\.reason|statuses\[\]\.status)$/;

const texts = new Map<string, boolean>();
for (const operations of Object.values(DOCUMENT.paths)) {
  for (const { responses } of Object.values(operations)) {
    for (const [status, answer] of Object.entries(responses)) {
      if (status >= '300') continue;
      for (const [type, { schema }] of Object.entries(answer.content ?? {}))
        if (type.includes('json')) collect(schema, 'answer', new Set());
    }
  }
}

function getName({ $ref }: Schema): string | undefined {
  return $ref?.split('/').at(-1);
}

function resolve(schema: Schema): Schema {
  const name = getName(schema);
  return name === undefined ? schema : resolve(DOCUMENT.components.schemas[name] ?? {});
}

/** Adds each member that is a text to `texts`, by its path, with whether its code is beside it. */
function collect(schema: Schema, path: string, within: ReadonlySet<Schema>): void {
  const own = resolve(schema);
  if (within.has(own)) return;
  const seen = new Set([...within, own]);
  const at = getName(schema) ?? path;
  for (const part of [...(own.anyOf ?? []), ...(own.oneOf ?? []), ...(own.allOf ?? [])])
    collect(part, at, seen);
  if (own.items !== undefined) collect(own.items, `${at}[]`, seen);
  if (typeof own.additionalProperties === 'object') collect(own.additionalProperties, `${at}{}`, seen);
  const members = own.properties ?? {};
  for (const [name, member] of Object.entries(members)) {
    if (name.endsWith('_coded')) continue;
    if (isText(member)) texts.set(`${at}.${name}`, `${name}_coded` in members);
    else collect(member, `${at}.${name}`, seen);
  }
}

/** Whether a schema is a free text, or a list of such texts. */
function isText(schema: Schema): boolean {
  const { type, items, anyOf = [], oneOf = [], ...own } = resolve(schema);
  if (own.enum !== undefined || own.const !== undefined || own.format !== undefined) return false;
  const types = [type].flat();
  if (types.includes('array')) return items !== undefined && isText(items);
  return types.includes('string') || [...anyOf, ...oneOf].some(isText);
}

it('finds a code beside every text of the service that the console shows', () => {
  const uncoded = [...texts].flatMap(([path, isCoded]) => {
    const name = path.slice(path.lastIndexOf('.') + 1);
    const isKnown = DATA.has(name) || /_ids?$/.test(name);
    return isCoded || isKnown || NOT_SHOWN.has(path) || NAMED.test(path) ? [] : [path];
  });
  expect(uncoded).toEqual([]);
  expect([...NOT_SHOWN].filter((path) => texts.get(path) !== false)).toEqual([]);
  for (const path of [
    'ImportJob.fail_reason',
    'RowError.fail_reason',
    'Delivery.fail_reason',
    'Export.fail_reason',
  ])
    expect([path, texts.get(path)]).toEqual([path, true]);
});
