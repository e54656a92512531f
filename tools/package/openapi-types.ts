// node tools/package/openapi-types.ts document|client FILE: writes the types of the OpenAPI document, or the package's
// replacement of packages/client/src/schemas.ts. It is a program of its own because openapi-typescript needs the API of
// TypeScript 5, which the compiler of this project no longer has.
import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { createJsonSchema, createNamedJsonSchemas } from '../../src/contract/json-schema.ts';
import { DEFINITIONS } from '../../src/contract/report-types/every-type.ts';
import { ANSWER_SCHEMAS, QUERIES, REQUEST_SCHEMAS } from '../../src/openapi/components.ts';
import { openApi } from '../../src/openapi/document.ts';

registerHooks({
  resolve: (specifier, context, next) =>
    next(
      specifier === 'typescript' && context.parentURL?.includes('/openapi-typescript/') === true
        ? 'typescript5'
        : specifier,
      context,
    ),
});
const { default: openapiTypes, astToString } = await import('openapi-typescript');

async function createTypes(document: object): Promise<string> {
  // Fields with a default are optional in requests.
  const types = await openapiTypes(JSON.parse(JSON.stringify(document)), { defaultNonNullable: false });
  return astToString(types);
}

async function createClientTypes(): Promise<string> {
  const queries = Object.entries(QUERIES).map(([name, query]) => [
    name,
    createJsonSchema(query, { direction: 'output' }),
  ]);
  const schemas = {
    ...createNamedJsonSchemas(REQUEST_SCHEMAS, { direction: 'input' }),
    ...createNamedJsonSchemas(ANSWER_SCHEMAS, { direction: 'output' }),
    ...Object.fromEntries(queries),
  };
  const types = await createTypes({
    openapi: '3.1.0',
    info: { title: 'Order Analytics', version: '1' },
    paths: {},
    components: { schemas },
  });
  const templates = Object.entries(DEFINITIONS).map(
    ([type, definition]) =>
      `${type}: ${Object.keys(definition.templates)
        .map((name) => `'${name}'`)
        .join(' | ')};`,
  );
  const byKind = ['Requests', 'Answers', 'Queries'].map(
    (kind) => `export type ${kind} = components['schemas'];`,
  );
  return [
    types.replaceAll('@description ', ''),
    ...byKind,
    `export interface Templates { ${templates.join(' ')} }`,
  ].join('\n');
}

const [what, file] = process.argv.slice(2);
if (file === undefined) throw new Error('usage: node openapi-types.ts document|client FILE');
writeFileSync(file, what === 'client' ? await createClientTypes() : await createTypes(openApi({}).document));
