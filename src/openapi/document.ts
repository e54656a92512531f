// The OpenAPI 3.1 document, generated from the registry of operations and the contract's schemas.
import * as v from 'valibot';
import { ERRORS_TAG } from '../contract/errors/error-codes.ts';
import { REQUEST_HEADERS } from '../contract/headers.ts';
import { createNamedJsonSchemas, type JsonSchema } from '../contract/json-schema.ts';
import { API_VERSION, type Operation, type Tag } from '../contract/operation.ts';
import { OPERATIONS, type OperationId } from '../contract/operations.ts';
import {
  MAX_INFLATION_RATIO,
  MAX_LINE_ITEMS_PER_REQUEST,
  ORDERS_BODY,
  REQUESTS_PER_WINDOW,
  SMALL_BODY,
} from '../contract/schema/limits.ts';
import { createAnswers, createSharedAnswers, createSharedHeaders } from './answers.ts';
import { ANSWER_SCHEMAS, COMPONENT_DESCRIPTIONS, REQUEST_SCHEMAS, SCHEMA_RULES } from './components.ts';
import { formatErrorsDescription } from './error-texts.ts';
import type { ComputedExamples } from './examples/examples.ts';
import { REQUEST_EXAMPLES } from './examples/requests.ts';
import { createParameters, inlineSchema, type JsonObject, type Noted, noteTo, toReference } from './parts.ts';
import { describeWebhooks } from './webhooks.ts';

// The document's introduction and the descriptions of its tags.

const formatMegabytes = (bytes: number): string => `${bytes / 1_000_000} MB`;

const API_DESCRIPTION = `Push order data, get market basket rules (which products are bought together) and RFM customer segments, by polling or by a
signed webhook. Every row is counted exactly once.

# Authentication

Every operation except those of this reference requires an API key, which starts with \`afn_\`: \`Authorization: Bearer
afn_…\`. An account has up to two live secret keys, for rotation, and read-only keys for its people. An admin key
(\`afn_adm_…\`) manages them; a key that is revoked or has expired is refused from the next request on.

# Limits

${REQUESTS_PER_WINDOW} requests a minute over all keys of an account, unless the operator has raised the limit. Every response of the service
has \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` (seconds); above the limit, it is 429 with \`Retry-After\`. A request has at
most ${MAX_LINE_ITEMS_PER_REQUEST.toLocaleString('en')} line items and ${formatMegabytes(ORDERS_BODY.bytes)} as sent (${formatMegabytes(ORDERS_BODY.textBytes)} decompressed, at most ${MAX_INFLATION_RATIO} times its compressed size, and ${ORDERS_BODY.structuralCharacters.toLocaleString('en')} of the
characters \`{ [ , :\`); other requests have at most ${formatMegabytes(SMALL_BODY.bytes)}. More than two pushes in flight are no faster. Text must be
well-formed Unicode.

# Polling

Pushing orders and generating reports are asynchronous. Reads return an \`ETag\`, and 304 to a matching \`If-None-Match\`.
While work is in progress, \`Retry-After\` says when to read again. \`Prefer: wait=20\` holds a read of an import or a
report until it is finished, for at most that many seconds.

# Paging

Lists take \`limit\` and \`cursor\`. If there are more entries, \`has_more\` is true and the response has \`next_cursor\`: send it
as \`cursor\`, unchanged, to read the next page.

# Compatibility

Responses may gain members: ignore those that you don't know. Requests for reports refuse unknown members; orders ignore
them, with a warning, unless the request has \`Prefer: handling=strict\`. Unknown query parameters are a 400. HEAD returns
what GET does, without the body. A method that a path does not allow is a 405 with \`Allow\`; a read of a path with a
trailing slash is redirected (308) to the path without it, a write is a 404.

# Ids in paths

Percent-encode every id. URL parsers remove the path segments \`.\` and \`..\`, also as \`%2e%2e\`, so that a request for such
an id would reach its parent: clients must refuse them and empty ids, as ours do. For a customer or an order with such an id, send
the id in base64url, with \`id_encoding=base64url\`: \`DELETE /customers/Li4?id_encoding=base64url\` erases the customer \`..\`.`;

const TAG_DESCRIPTIONS: Readonly<Record<Tag, string>> = {
  Orders: 'Push orders and follow their imports.',
  Reports: 'Generate reports and read them.',
  Webhooks: 'What the service sends to the `webhook_url` of a report.',
  Events: 'What has ended in an account, as a list, and the addresses that it is sent to.',
  Datasets: 'Orders that are analysed together.',
  Sources: 'Receive the order webhooks of Shopify and WooCommerce shops.',
  Keys: 'Create, list, limit and revoke the keys of an account, with an admin key.',
  Schedules: 'Request reports regularly.',
  Audiences: 'Lists of customers that stay in step with the orders.',
  Recommendations: 'Products to show beside a cart.',
  Erasure: 'Erase datasets and customers.',
  Reference: 'This document and its page: the operations that need no key.',
};

// Where a schema is one of several objects that differ in a constant (report_type, code), the document says so:
// generated clients then choose the type by that member instead of trying one after the other.

const references = v.pipe(v.array(v.strictObject({ $ref: v.string() })), v.minLength(2));
const union = v.union([v.looseObject({ anyOf: references }), v.looseObject({ oneOf: references })]);
const objectSchema = v.looseObject({
  required: v.array(v.string()),
  properties: v.record(v.string(), v.unknown()),
});
const constant = v.looseObject({ const: v.string() });
const container = v.looseObject({
  components: v.looseObject({ schemas: v.record(v.string(), v.unknown()) }),
});

/** The document with `oneOf` and a discriminator in the place of every such `anyOf` or `oneOf`. */
function withDiscriminators(document: JsonObject): JsonObject {
  const { schemas } = v.parse(container, document).components;

  function findDiscriminator(refs: readonly string[]) {
    const options = refs.map((ref) => listConstants(schemas[ref.slice(ref.lastIndexOf('/') + 1)]));
    const propertyName = [...(options[0]?.keys() ?? [])].find(
      (name) => new Set(options.map((constants) => constants.get(name) ?? '')).size === refs.length,
    );
    if (propertyName === undefined || options.some((constants) => !constants.has(propertyName)))
      return undefined;
    const mapping = refs.map((ref, i) => [options[i]?.get(propertyName), ref]);
    return { propertyName, mapping: Object.fromEntries(mapping) };
  }

  function rewriteUnions(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(rewriteUnions);
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, rewriteUnions(member)]),
    );
    if (!v.is(union, value)) return members;
    const options = 'anyOf' in value ? value.anyOf : value.oneOf;
    const discriminator = findDiscriminator(v.parse(references, options).map(({ $ref }) => $ref));
    if (discriminator === undefined) return members;
    const { anyOf = members.oneOf, ...rest } = members;
    return { ...rest, oneOf: anyOf, discriminator };
  }

  return v.parse(v.record(v.string(), v.unknown()), rewriteUnions(document));
}

/** Required members that are always the same text. */
function listConstants(schema: unknown): Map<string, string> {
  if (!v.is(objectSchema, schema)) return new Map();
  const { required, properties } = schema;
  const found = required.flatMap((name): [string, string][] => {
    const member = properties[name];
    return v.is(constant, member) ? [[name, member.const]] : [];
  });
  return new Map(found);
}

export interface OpenApi {
  readonly document: JsonObject;
  /** The exceptions that the conversion made, as often as it made them. */
  readonly exceptions: Noted;
}

/** `computed`: examples of reports, `COMPUTED_EXAMPLES` where the document is published. */
export function openApi(computed: ComputedExamples): OpenApi {
  const exceptions: Noted = [];
  const onException = noteTo(exceptions);
  const schemas = {
    ...createNamedJsonSchemas(REQUEST_SCHEMAS, { direction: 'input', onException }),
    ...createNamedJsonSchemas(ANSWER_SCHEMAS, { direction: 'output', onException }),
  };
  const events = describeWebhooks(schemas);
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Order Analytics',
      version: API_VERSION,
      summary: 'Market basket rules and RFM segments from order data.',
      description: API_DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      {
        url: '{base_url}',
        description: 'Your own deployment, or the local cloud.',
        variables: {
          base_url: {
            default: 'http://127.0.0.1:4000/api/v1',
            description: 'Ends in /api/v1. A deployment prints it as the output ApiUrl.',
          },
        },
      },
    ],
    security: [{ apiKey: [] }],
    tags: [
      ...Object.entries(TAG_DESCRIPTIONS).map(([name, description]) => ({ name, description })),
      { name: ERRORS_TAG, description: formatErrorsDescription(), 'x-traitTag': true },
    ],
    paths: createPaths(schemas, computed, onException),
    // References, because client generators write code that does not compile for webhooks defined in place.
    webhooks: Object.fromEntries(
      Object.keys(events).map((event) => [event, { $ref: `#/components/pathItems/${event}` }]),
    ),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'afn_…',
          description:
            'An API key, which begins with `afn_`: `Authorization: Bearer afn_…`. A read-only key begins with `afn_ro_` and allows GET requests only; every other request with it is a 403 with the code `key_not_allowed`. An admin key begins with `afn_adm_` and also manages keys.',
        },
        publishableKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'afn_pub_…',
          description:
            'A publishable key, which begins with `afn_pub_` and may stand in the source of a page: `Authorization: Bearer afn_pub_…`. It reads recommendations and nothing else; browsers show the response to pages of its origins only.',
        },
      },
      schemas: Object.fromEntries(
        Object.entries(schemas).map(([name, schema]) => [
          name,
          { description: COMPONENT_DESCRIPTIONS[name], ...schema, ...SCHEMA_RULES[name] },
        ]),
      ),
      headers: createSharedHeaders(),
      parameters: Object.fromEntries(
        Object.entries(REQUEST_HEADERS).map(([name, { description, schema, ...rest }]) => [
          name,
          { name, in: 'header', description, schema: inlineSchema(schema, 'input', onException), ...rest },
        ]),
      ),
      responses: createSharedAnswers(),
      pathItems: events,
    },
  };
  // The round trip through JSON drops members that are undefined.
  return { document: withDiscriminators(JSON.parse(JSON.stringify(document))), exceptions };
}

type Schemas = Readonly<Record<string, JsonSchema>>;

function createPaths(
  named: Schemas,
  computed: ComputedExamples,
  onException: ReturnType<typeof noteTo>,
): JsonObject {
  const found: Record<string, JsonObject> = {};
  for (const operation of OPERATIONS) {
    found[operation.path] = {
      ...found[operation.path],
      [operation.method.toLowerCase()]: describe(operation, named, computed, onException),
    };
  }
  return found;
}

function describe(
  operation: Operation & { readonly operationId: OperationId },
  named: Schemas,
  computed: ComputedExamples,
  onException: ReturnType<typeof noteTo>,
): JsonObject {
  const {
    operationId,
    tag,
    summary,
    description,
    keyless,
    publishable,
    pathParameters,
    query,
    headers = [],
  } = operation;
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    ...(keyless && { security: [] }),
    ...(publishable && { security: [{ apiKey: [] }, { publishableKey: [] }] }),
    parameters: [
      ...createParameters('path', pathParameters, onException),
      ...createParameters('query', query, onException),
      ...headers.map((name) => ({ $ref: `#/components/parameters/${name}` })),
    ],
    ...(operation.body && {
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: toReference(operation.body),
            examples: REQUEST_EXAMPLES[operationId],
          },
        },
      },
    }),
    responses: createAnswers(operation, named, computed),
  };
}
