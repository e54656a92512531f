// The contract's schemas as the client's types: plain TypeScript that imports nothing. client/src/contract.ts is what
// this makes; a test fails when it is stale.

import { type JsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import { jsonSchemaOf, withoutNull } from '../../src/contract/json-schema.ts';
import { listChangesQuery, listMembersQuery } from '../../src/contract/resources/audiences.ts';
import { listAuditQuery } from '../../src/contract/resources/audit.ts';
import { listDatasetsQuery } from '../../src/contract/resources/datasets.ts';
import { listAudienceDeliveriesQuery } from '../../src/contract/resources/destinations.ts';
import { listErasuresQuery } from '../../src/contract/resources/erasures.ts';
import { listEventsQuery } from '../../src/contract/resources/events.ts';
import { getImportsQuery } from '../../src/contract/resources/orders/orders.ts';
import { listOrdersQuery } from '../../src/contract/resources/orders/stored-orders.ts';
import { getRecommendationsQuery } from '../../src/contract/resources/recommendations.ts';
import { productProfileQuery } from '../../src/contract/resources/reports/product-profile.ts';
import { listCustomersQuery } from '../../src/contract/resources/reports/report-customers.ts';
import { listRulesQuery } from '../../src/contract/resources/reports/report-rules.ts';
import { listReportsQuery } from '../../src/contract/resources/reports/reports.ts';
import { listDeliveriesQuery, STANDARD_HEADERS } from '../../src/contract/resources/webhook.ts';
import { listEndpointDeliveriesQuery } from '../../src/contract/resources/webhook-endpoints.ts';
import { ANSWER_SCHEMAS, REQUEST_SCHEMAS } from '../../src/openapi/components.ts';
import {
  definitionOf,
  REPORT_TYPES,
  type ReportType,
  TEMPLATE_NAMES,
  TEMPLATES,
} from '../../src/report-types/report-types.ts';
import { MAX_LINE_ITEMS_PER_REQUEST } from '../../src/schema/limits.ts';
import { type Direction, declare, membersInCommon } from './declare.ts';

const QUERIES = {
  ListImportsQuery: getImportsQuery,
  ListOrdersQuery: listOrdersQuery,
  ListReportsQuery: listReportsQuery,
  ListRulesQuery: listRulesQuery,
  ProductProfileQuery: productProfileQuery,
  ListCustomersQuery: listCustomersQuery,
  ListDatasetsQuery: listDatasetsQuery,
  ListErasuresQuery: listErasuresQuery,
  ListDeliveriesQuery: listDeliveriesQuery,
  ListAudienceMembersQuery: listMembersQuery,
  ListAudienceChangesQuery: listChangesQuery,
  ListAudienceDeliveriesQuery: listAudienceDeliveriesQuery,
  ListEndpointDeliveriesQuery: listEndpointDeliveriesQuery,
  ListEventsQuery: listEventsQuery,
  ListAuditQuery: listAuditQuery,
  GetRecommendationsQuery: getRecommendationsQuery,
};

/** Answers that the client calls by the name of their operation. Errors are classes of their own. */
const RESPONSES = Object.fromEntries(
  Object.entries(ANSWER_SCHEMAS)
    .filter(([name]) => !/Error$|^GatewayMessage$/.test(name))
    .map(([name, schema]) => [clientNameOf(name), schema]),
);

function clientNameOf(name: string): string {
  const own: Readonly<Record<string, string>> = {
    RecommendationList: 'GetRecommendationsResponse',
    ServedRecommendations: 'ServeRecommendationsResponse',
    Usage: 'GetUsageResponse',
    WebhookTest: 'TestWebhookResponse',
  };
  const [, listed] = /^(\w+)List$/.exec(name) ?? [];
  return (
    own[name] ?? (listed === undefined ? name : `List${listed.replace(/(?<![aeiou])y$/, 'ie')}sResponse`)
  );
}

const HEADER = `// Made from src/contract by client/generate; UPDATE=1 npx vitest run test/client/contract.test.ts writes it.
// What the service takes and answers, field by field.
`;

export function contractTypes(): string {
  return [
    HEADER,
    ...declarations('request', definitionsOf(REQUEST_SCHEMAS, 'input')),
    ...declarations('request', queries()),
    ...answers(definitionsOf(RESPONSES, 'output')),
    ...REPORT_TYPES.map((type) => `export type ${definitionOf(type).prefix}Template = ${templatesOf(type)};`),
    reportsByType(),
    `export const MAX_LINE_ITEMS_PER_REQUEST = ${MAX_LINE_ITEMS_PER_REQUEST};`,
    `export const STANDARD_HEADERS = ${JSON.stringify(STANDARD_HEADERS)} as const;`,
  ].join('\n\n');
}

type Definitions = Readonly<Record<string, JsonSchema>>;

/** Checks that JSON Schema has no words for don't change a type. */
function definitionsOf(
  schemas: Parameters<typeof toJsonSchemaDefs>[0],
  typeMode: 'input' | 'output',
): Definitions {
  return toJsonSchemaDefs(schemas, { typeMode, errorMode: 'ignore', overrideAction: withoutNull });
}

/** A query carries numbers and flags as text; from a program they come as what they are. */
function queries(): Definitions {
  return Object.fromEntries(
    Object.entries(QUERIES).map(([name, query]) => {
      const { required: _, ...schema } = jsonSchemaOf(query, { direction: 'output' });
      const { import_id: _one, ...properties } = schema.properties ?? {};
      return [name, { ...schema, properties }];
    }),
  );
}

function declarations(direction: Direction, definitions: Definitions): string[] {
  return Object.entries(definitions).map(([name, schema]) => declare(name, schema, direction));
}

/** What answers of a kind have in common, by the names of the kind. */
const IN_COMMON: Readonly<Record<string, { readonly description: string; readonly of: RegExp }>> = {
  AnyReport: { description: 'What a finished report of any type has.', of: ofTypes('Report') },
  AnySettings: { description: 'What a report of any type was asked for.', of: ofTypes('Settings') },
  AnyInsights: { description: 'What the findings of any type have.', of: ofTypes('Insights') },
  AnyChanges: { description: 'What the changes of any type have.', of: ofTypes('Changes') },
  PageEnd: { description: 'Where a page of a list ends.', of: /^List\w+Response$/ },
};

function ofTypes(suffix: string): RegExp {
  return new RegExp(`^(?:${REPORT_TYPES.map((type) => definitionOf(type).prefix).join('|')})${suffix}$`);
}

function answers(definitions: Definitions): string[] {
  const common = Object.entries(IN_COMMON).map(([name, { description, of }]) => {
    const kind = Object.entries(definitions).filter(([one]) => of.test(one));
    return { name, of, schema: { ...membersInCommon(kind.map(([, schema]) => schema)), description } };
  });
  return [
    ...common.map(({ name, schema }) => declare(name, schema, 'response')),
    ...Object.entries(definitions).map(([name, schema]) =>
      declare(
        name,
        schema,
        'response',
        common.find(({ of }) => of.test(name)),
      ),
    ),
  ];
}

/** What each report_type and template leads to. */
function reportsByType(): string {
  const members = REPORT_TYPES.map((type) => {
    const { prefix } = definitionOf(type);
    return `  ${type}: { report: ${prefix}Report; template: ${prefix}Template };`;
  });
  return `/** The report that a report_type stands for, and its templates. */\nexport interface ReportsByType {\n${members.join('\n')}\n}`;
}

function templatesOf(type: ReportType): string {
  return TEMPLATE_NAMES.filter((name) => TEMPLATES[name].reportType === type)
    .map((name) => JSON.stringify(name))
    .join(' | ');
}
