// Writes the types of docs/openapi.json by openapi-typescript: node test/client/generated/generate.ts FILE. It is a program
// of its own because the generator needs the API of TypeScript 5, which the compiler of this project no longer has.
import { readFileSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';

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
const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('usage: node generate.ts FILE');
const document = readFileSync(join(import.meta.dirname, '../../../docs/openapi.json'), 'utf8');
// Fields with a default are optional in requests.
const types = await openapiTypes(JSON.parse(document), { defaultNonNullable: false });
writeFileSync(file, astToString(types));
