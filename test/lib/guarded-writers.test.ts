// Every function that writes data looks at the version of the stored data first, so that after a migration the release
// before it writes nothing. Only functions that answer reads, or write to no table at all, may do without: what those
// write is a count of requests.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { functionFiles } from '../../lib/bundles/function-bundles.ts';
import { synthesizeStage } from './template.ts';

const ROOT = join(import.meta.dirname, '../..');
const READS = /^dynamodb:(Get|BatchGet|Query|Scan|ConditionCheck)/;
/** Tools call operations, whose functions have the guard. */
const READING_ROUTE = /^((GET|HEAD|OPTIONS) |\$default$|POST \/api\/v1\/mcp$)/;
const UNGUARDED = /\bdocumentClient\(|\bwireReader\(|DynamoDBDocumentClient\.from\(/;
/** What endpoints that answer reads are wired by, the client itself, and its guard. */
const MAKERS = ['src/http/wire.ts', 'src/stores/aws/clients.ts', 'src/stores/tables/data-version.ts'];

const template = synthesizeStage('dev');

function routesOf(functionPath: string): string[] {
  const integrations = template
    .of('AWS::ApiGatewayV2::Integration')
    .filter(({ properties }) => template.words(properties.IntegrationUri) === functionPath)
    .map(({ path }) => `integrations/${path}`);
  return template
    .of('AWS::ApiGatewayV2::Route')
    .filter(({ properties }) => integrations.includes(template.words(properties.Target)))
    .map(({ properties }) => String(properties.RouteKey));
}

const functions = template.functions().map(({ id, name, properties }) => {
  const path = template.words({ Ref: id });
  const entry = String(properties.Environment.Variables.POWERTOOLS_SERVICE_NAME).replace(/^[^/]*\//, '');
  const tables = Object.entries(template.allowed(name)).filter(([resource]) =>
    /^Data\/(Orders|Service)/.test(resource),
  );
  return {
    name,
    source: readFileSync(join(ROOT, functionFiles().get(entry) ?? ''), 'utf8'),
    routes: routesOf(path),
    writes: tables.flatMap(([, actions]) => actions).filter((action) => !READS.test(action)),
  };
});

describe('a function without the guard of the data version', () => {
  const unguarded = functions.filter(({ source }) => UNGUARDED.test(source));

  it.each(unguarded)('$name answers reads only, or writes to no table', ({ routes, writes }) => {
    const isReader = routes.length > 0 && routes.every((key) => READING_ROUTE.test(key));
    expect(isReader ? writes.filter((action) => action !== 'dynamodb:UpdateItem') : writes).toEqual([]);
  });

  it('is found among functions of both kinds', () => {
    const names = unguarded.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['GetReport', 'ListReports', 'UnknownRoute']));
    expect(functions.length - names.length).toBeGreaterThan(15);
  });
});

it('has no writer outside functions that makes a client without the guard', () => {
  const files = ['cli', 'lib', 'local', 'src'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => `${folder}/${file}`),
  );
  const found = files.filter((file) => UNGUARDED.test(readFileSync(join(ROOT, file), 'utf8')));
  expect(found.sort()).toEqual(MAKERS);
});
