// GET /openapi.json and GET /docs: the two that need no key.
import * as v from 'valibot';
import { described } from '../../schema/described.ts';
import { KEYLESS_REFUSALS } from '../errors/refusals.ts';
import type { Operation } from '../operation.ts';
import { READ_HEADERS, UNCHANGED } from './reads.ts';

/** Only the outline: the document's own schema is OpenAPI's. */
const openApiDocument = v.looseObject({
  openapi: described(v.literal('3.1.0'), 'Version of the OpenAPI Specification.'),
  info: described(v.looseObject({ title: v.string(), version: v.string() }), 'Name and version of the API.'),
  paths: described(v.looseObject({}), 'The operations.'),
});

const getOpenApi = {
  method: 'GET',
  path: '/openapi.json',
  operationId: 'getOpenApi',
  tag: 'Reference',
  summary: 'This document',
  description:
    'The OpenAPI 3.1 description of the API. Needs no key; requests without one are counted by address.',
  keyless: true,
  headers: ['If-None-Match', 'Accept-Encoding'],
  answers: [
    {
      status: 200,
      description: 'The document.',
      body: openApiDocument,
      headers: [...READ_HEADERS, 'Vary'],
      maybeHeaders: ['Content-Encoding'],
    },
    UNCHANGED,
    ...KEYLESS_REFUSALS,
  ],
} as const satisfies Operation;

const getReference = {
  method: 'GET',
  path: '/docs',
  operationId: 'getReference',
  tag: 'Reference',
  summary: 'The reference page',
  description:
    'This document as a web page that loads nothing from other sites. Needs no key; requests without one are counted by address.',
  keyless: true,
  headers: ['If-None-Match', 'Accept-Encoding'],
  answers: [
    {
      status: 200,
      description: 'The page.',
      body: v.string(),
      mediaType: 'text/html',
      headers: [...READ_HEADERS, 'Vary', 'Content-Security-Policy'],
      maybeHeaders: ['Content-Encoding'],
    },
    UNCHANGED,
    ...KEYLESS_REFUSALS,
  ],
} as const satisfies Operation;

export const REFERENCE_OPERATIONS = [getOpenApi, getReference] as const;
