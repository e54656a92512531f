// The answers of operations as the document has them: those that many operations share stand once, among the
// components.
import type { AnsweredCode } from '../contract/errors/error-codes.ts';
import { RESPONSE_HEADERS, type ResponseHeader } from '../contract/headers.ts';
import type { JsonSchema } from '../contract/json-schema.ts';
import type { AnswerSpec, Operation } from '../contract/operation.ts';
import { OPERATIONS, type OperationId } from '../contract/operations.ts';
import { type ComputedExamples, createAnswerExamples, createErrorExample } from './examples/examples.ts';
import type { Examples } from './examples/requests.ts';
import { inlineSchema, type JsonObject, toReference } from './parts.ts';

const ALL: readonly Operation[] = OPERATIONS;

/** Creates the responses of an operation by status. */
export function createAnswers(
  { operationId, answers }: Operation & { readonly operationId: OperationId },
  named: Readonly<Record<string, JsonSchema>>,
  computed: ComputedExamples,
): JsonObject {
  const createExamples = ({ body }: AnswerSpec) =>
    body && createAnswerExamples(operationId, body, named, computed[operationId]);
  return Object.fromEntries(
    answers.map((answer) => [
      String(answer.status),
      answer.sharedAs === undefined
        ? describe(answer, createExamples(answer))
        : { $ref: `#/components/responses/${answer.sharedAs}` },
    ]),
  );
}

export function createSharedAnswers(): JsonObject {
  const shared: Record<string, JsonObject> = {};
  for (const answer of ALL.flatMap(({ answers }) => answers)) {
    if (answer.sharedAs !== undefined)
      shared[answer.sharedAs] ??= describe(answer, createRefusalExamples(answer));
  }
  return shared;
}

/** A header stands among the components as one that is always there, as one that may be, or as both. */
export function createSharedHeaders(): JsonObject {
  const shared: Record<string, JsonObject> = {};
  for (const { headers, maybeHeaders = [] } of ALL.flatMap(({ answers }) => answers)) {
    for (const name of headers) shared[toHeaderName(name, true)] = describeHeader(name, true);
    for (const name of maybeHeaders) shared[toHeaderName(name, false)] = describeHeader(name, false);
  }
  return shared;
}

function toHeaderName(name: ResponseHeader, always: boolean): string {
  return always ? name : `Maybe-${name}`;
}

function describeHeader(name: ResponseHeader, required: boolean): JsonObject {
  const { description, schema, example } = RESPONSE_HEADERS[name];
  return { description, required, schema: inlineSchema(schema, 'output'), example };
}

function describe(
  { description, body, mediaType, headers, maybeHeaders = [] }: AnswerSpec,
  examples: Examples | undefined,
): JsonObject {
  return {
    description,
    headers: Object.fromEntries([
      ...headers.map((name) => [name, { $ref: `#/components/headers/${toHeaderName(name, true)}` }]),
      ...maybeHeaders.map((name) => [name, { $ref: `#/components/headers/${toHeaderName(name, false)}` }]),
    ]),
    ...(body && { content: { [mediaType ?? 'application/json']: { schema: toReference(body), examples } } }),
  };
}

function createRefusalExamples({ codes = [], body, headers }: AnswerSpec): Examples | undefined {
  if (body === undefined) return undefined;
  const byCode = codes.map((code: AnsweredCode) => [
    code,
    { summary: code, value: createErrorExample(code) },
  ]);
  const byGateway = { summary: 'From the gateway', value: { message: 'Service Unavailable' } };
  return Object.fromEntries(headers.length === 0 ? [...byCode, ['gateway', byGateway]] : byCode);
}
