// GET /openapi.json and GET /docs: the two that need no key.
import * as v from 'valibot';
import { described } from '../schema/described.ts';
import { defineOperations } from './operations-of.ts';

const { read } = defineOperations('Reference');

/** Outline of the document; OpenAPI defines its whole schema. */
const openApiDocument = v.looseObject({
  openapi: described(v.literal('3.1.0'), 'Version of the OpenAPI Specification.'),
  info: described(v.looseObject({ title: v.string(), version: v.string() }), 'Name and version of the API.'),
  paths: described(v.looseObject({}), 'The operations.'),
});

export const REFERENCE_OPERATIONS = [
  read('getOpenApi', '/openapi.json', {
    summary: 'This document',
    description:
      'The OpenAPI 3.1 description of the API. Needs no key; requests without one are counted by address.',
    keyless: true,
    headers: ['Accept-Encoding'],
    answer: {
      description: 'The document.',
      body: openApiDocument,
      headers: ['Vary'],
      maybeHeaders: ['Content-Encoding'],
    },
  }),
  read('getReference', '/docs', {
    summary: 'The reference page',
    description:
      'This document as a web page that loads nothing from other sites. Needs no key; requests without one are counted by address.',
    keyless: true,
    headers: ['Accept-Encoding'],
    answer: {
      description: 'The page.',
      body: v.string(),
      mediaType: 'text/html',
      headers: ['Vary', 'Content-Security-Policy'],
      maybeHeaders: ['Content-Encoding'],
    },
  }),
] as const;
