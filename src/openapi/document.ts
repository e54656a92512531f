// The OpenAPI 3.1 document, generated from the registry of operations and the contract's schemas.
import { ERRORS_TAG } from '../contract/errors/error-codes.ts';
import { REQUEST_HEADERS } from '../contract/headers.ts';
import { type JsonSchema, namedJsonSchemas } from '../contract/json-schema.ts';
import { API_VERSION, type Operation } from '../contract/operation.ts';
import { OPERATIONS, type OperationId } from '../contract/operations.ts';
import { answersOf, sharedAnswers, sharedHeaders } from './answers.ts';
import { ANSWER_SCHEMAS, COMPONENT_DESCRIPTIONS, REQUEST_SCHEMAS, SCHEMA_RULES } from './components.ts';
import { withDiscriminators } from './discriminators.ts';
import { errorsDescription } from './error-texts.ts';
import { REQUEST_EXAMPLES } from './examples/requests.ts';
import { API_DESCRIPTION, TAG_DESCRIPTIONS } from './introduction.ts';
import { inlineSchema, type JsonObject, type Noted, noteTo, parametersOf, referenceTo } from './parts.ts';
import { webhooks } from './webhooks.ts';

export interface OpenApi {
  readonly document: JsonObject;
  /** The exceptions that the conversion made, as often as it made them. */
  readonly exceptions: Noted;
}

export function openApi(): OpenApi {
  const exceptions: Noted = [];
  const onException = noteTo(exceptions);
  const schemas = {
    ...namedJsonSchemas(REQUEST_SCHEMAS, { direction: 'input', onException }),
    ...namedJsonSchemas(ANSWER_SCHEMAS, { direction: 'output', onException }),
  };
  const events = webhooks(schemas);
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
      { name: ERRORS_TAG, description: errorsDescription(), 'x-traitTag': true },
    ],
    paths: paths(schemas, onException),
    // By reference: generators of clients would write a client of the receiver that does not compile.
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
      headers: sharedHeaders(),
      parameters: Object.fromEntries(
        Object.entries(REQUEST_HEADERS).map(([name, { description, schema, ...rest }]) => [
          name,
          { name, in: 'header', description, schema: inlineSchema(schema, 'input', onException), ...rest },
        ]),
      ),
      responses: sharedAnswers(),
      pathItems: events,
    },
  };
  // As it is read: without members that are undefined.
  return { document: withDiscriminators(JSON.parse(JSON.stringify(document))), exceptions };
}

type Schemas = Readonly<Record<string, JsonSchema>>;

function paths(named: Schemas, onException: ReturnType<typeof noteTo>): JsonObject {
  const found: Record<string, JsonObject> = {};
  for (const operation of OPERATIONS) {
    found[operation.path] = {
      ...found[operation.path],
      [operation.method.toLowerCase()]: describe(operation, named, onException),
    };
  }
  return found;
}

function describe(
  operation: Operation & { readonly operationId: OperationId },
  named: Schemas,
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
      ...parametersOf('path', pathParameters, onException),
      ...parametersOf('query', query, onException),
      ...headers.map((name) => ({ $ref: `#/components/parameters/${name}` })),
    ],
    ...(operation.body && {
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: referenceTo(operation.body),
            examples: REQUEST_EXAMPLES[operationId],
          },
        },
      },
    }),
    responses: answersOf(operation, named),
  };
}
