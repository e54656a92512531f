// The answers of operations as the document has them: those that many operations share stand once, among the components.
import type { AnsweredCode } from '../contract/errors/error-codes.ts';
import { RESPONSE_HEADERS, type ResponseHeader } from '../contract/headers.ts';
import type { JsonSchema } from '../contract/json-schema.ts';
import type { Answer, Operation } from '../contract/operation.ts';
import { OPERATIONS, type OperationId } from '../contract/operations.ts';
import { answerExamples, errorExample } from './examples/examples.ts';
import type { Examples } from './examples/requests.ts';
import { inlineSchema, type JsonObject, referenceTo } from './parts.ts';

const ALL: readonly Operation[] = OPERATIONS;

/** By status. */
export function answersOf(
  { operationId, answers }: Operation & { readonly operationId: OperationId },
  named: Readonly<Record<string, JsonSchema>>,
): JsonObject {
  const examplesOf = ({ body }: Answer) => body && answerExamples(operationId, body, named);
  return Object.fromEntries(
    answers.map((answer) => [
      String(answer.status),
      answer.sharedAs === undefined
        ? describe(answer, examplesOf(answer))
        : { $ref: `#/components/responses/${answer.sharedAs}` },
    ]),
  );
}

export function sharedAnswers(): JsonObject {
  const shared: Record<string, JsonObject> = {};
  for (const answer of ALL.flatMap(({ answers }) => answers)) {
    if (answer.sharedAs !== undefined) shared[answer.sharedAs] ??= describe(answer, refusalExamples(answer));
  }
  return shared;
}

/** A header stands among the components as one that is always there, as one that may be, or as both. */
export function sharedHeaders(): JsonObject {
  const shared: Record<string, JsonObject> = {};
  for (const { headers, maybeHeaders = [] } of ALL.flatMap(({ answers }) => answers)) {
    for (const name of headers) shared[headerName(name, true)] = headerOf(name, true);
    for (const name of maybeHeaders) shared[headerName(name, false)] = headerOf(name, false);
  }
  return shared;
}

function headerName(name: ResponseHeader, always: boolean): string {
  return always ? name : `Maybe-${name}`;
}

function headerOf(name: ResponseHeader, required: boolean): JsonObject {
  const { description, schema, example } = RESPONSE_HEADERS[name];
  return { description, required, schema: inlineSchema(schema, 'output'), example };
}

function describe(
  { description, body, mediaType, headers, maybeHeaders = [] }: Answer,
  examples: Examples | undefined,
): JsonObject {
  return {
    description,
    headers: Object.fromEntries([
      ...headers.map((name) => [name, { $ref: `#/components/headers/${headerName(name, true)}` }]),
      ...maybeHeaders.map((name) => [name, { $ref: `#/components/headers/${headerName(name, false)}` }]),
    ]),
    ...(body && { content: { [mediaType ?? 'application/json']: { schema: referenceTo(body), examples } } }),
  };
}

function refusalExamples({ codes = [], body, headers }: Answer): Examples | undefined {
  if (body === undefined) return undefined;
  const byCode = codes.map((code: AnsweredCode) => [code, { summary: code, value: errorExample(code) }]);
  const byGateway = { summary: 'From the gateway', value: { message: 'Service Unavailable' } };
  return Object.fromEntries(headers.length === 0 ? [...byCode, ['gateway', byGateway]] : byCode);
}
