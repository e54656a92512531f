// The OpenAPI document and the errors file: complete, valid, and suitable for generated clients.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { CONVERSION_EXCEPTIONS } from '../../src/contract/conversion-exceptions.ts';
import { STATUSES } from '../../src/contract/errors/error-codes.ts';
import { ERRORS } from '../../src/contract/errors/error-descriptions.ts';
import { InvalidRequestError } from '../../src/contract/errors/errors.ts';
import { OPERATIONS } from '../../src/contract/operations.ts';
import { parseRequest } from '../../src/contract/parse.ts';
import { resolveReport } from '../../src/contract/report-types/resolve.ts';
import { createReportRequest } from '../../src/contract/resources/reports/reports.ts';
import { openApi } from '../../src/openapi/document.ts';
import { formatErrorsFile } from '../../src/openapi/error-texts.ts';
import { COMPUTED_EXAMPLES } from '../../src/openapi/examples/computed-examples.ts';
import { toReference } from '../../src/openapi/parts.ts';

const root = resolve(import.meta.dirname, '../..');

it('generates an OpenAPI document without findings of the linter', () => {
  const folder = mkdtempSync(join(tmpdir(), 'order-analytics-document-'));
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(openApi(COMPUTED_EXAMPLES).document));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/@redocly/cli/bin/cli.js'),
      'lint',
      file,
      '--config',
      join(import.meta.dirname, 'redocly.yaml'),
      '--format',
      'json',
    ],
    {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  );
  rmSync(folder, { recursive: true });
  expect({
    status,
    problems: JSON.parse(stdout || '{}').problems,
    stderr: status === 0 ? '' : stderr,
  }).toEqual({
    status: 0,
    problems: [],
    stderr: '',
  });
});

const schema = v.looseObject({
  description: v.optional(v.string()),
  $ref: v.optional(v.string()),
  properties: v.optional(v.record(v.string(), v.unknown())),
});

/** Every member of every object below a schema, by its path. */
function* listMembers(value: unknown, path: string): Generator<{ path: string; member: unknown }> {
  if (typeof value !== 'object' || value === null) return;
  const { properties = {} } = v.is(schema, value) ? value : {};
  for (const [name, member] of Object.entries(properties)) yield { path: `${path}.${name}`, member };
  for (const [name, inner] of Object.entries(value)) yield* listMembers(inner, `${path}/${name}`);
}

function createRequest(rest: object): object {
  return { report_type: 'MBA', filters: { conditions: [{ field: 'quantity', ...rest }] } };
}

describe('the document', () => {
  const { document, exceptions } = openApi(COMPUTED_EXAMPLES);
  const { components, tags } = v.parse(
    v.looseObject({
      components: v.looseObject({
        schemas: v.record(v.string(), schema),
        parameters: v.record(v.string(), v.unknown()),
        responses: v.unknown(),
      }),
      tags: v.array(v.object({ name: v.string(), description: v.string() })),
    }),
    document,
  );

  it('describes every schema and every member', () => {
    const without = Object.entries(components.schemas).flatMap(([name, component]) => [
      ...(component.description ? [] : [name]),
      ...[...listMembers(component, name)]
        .filter(({ member }) => !v.is(v.looseObject({ description: v.string() }), member))
        .filter(({ member }) => !v.is(v.looseObject({ $ref: v.string() }), member))
        .map(({ path }) => path),
    ]);
    expect(without).toEqual([]);
  });

  it('has no default beside anyOf, which generated Go clients do not compile', () => {
    const wrong: string[] = [];
    const walk = (node: unknown, path: string): void => {
      if (typeof node !== 'object' || node === null) return;
      if ('default' in node && 'anyOf' in node) wrong.push(path);
      for (const [name, value] of Object.entries(node)) walk(value, `${path}/${name}`);
    };
    walk(components.schemas, '');
    expect(wrong).toEqual([]);
  });

  it('has no default in bodies of PATCH, because generated clients would send it and reset the value', () => {
    const changing = OPERATIONS.flatMap(({ method, body }) =>
      method === 'PATCH' && body ? [String(toReference(body).$ref).split('/').at(-1) ?? ''] : [],
    );
    expect(changing.length).toBeGreaterThan(1);
    // Objects that such a schema refers to are replaced as a whole, so that they may have defaults.
    const withDefaults = changing.filter((name) =>
      JSON.stringify(components.schemas[name]).includes('"default":'),
    );
    expect(withDefaults).toEqual([]);
  });

  it('has no default in report parameters, because generated clients would send it for every report type', () => {
    for (const name of ['ReportParams', 'RuleConstraints'])
      expect(JSON.stringify(components.schemas[name])).not.toContain('"default":');
  });

  it('has no boolean constant, and no default of a nullable enumeration', () => {
    const wrong: string[] = [];
    const walk = (node: unknown, path: string): void => {
      if (typeof node !== 'object' || node === null) return;
      if ('const' in node && typeof node.const === 'boolean') wrong.push(path);
      const mayBeNull = 'enum' in node && Array.isArray(node.enum) && node.enum.includes(null);
      if (mayBeNull && 'default' in node) wrong.push(path);
      for (const [name, value] of Object.entries(node)) walk(value, `${path}/${name}`);
    };
    walk(document, '');
    expect(wrong).toEqual([]);
  });

  it('has defaults of the type of their schema, also for queries, whose values are text', () => {
    const wrong: string[] = [];
    const walk = (node: unknown, path: string): void => {
      if (typeof node !== 'object' || node === null) return;
      if ('default' in node && 'type' in node) {
        const types = [node.type].flat().map((type) => (type === 'integer' ? 'number' : type));
        if (!types.includes(typeof node.default)) wrong.push(path);
      }
      for (const [name, value] of Object.entries(node)) walk(value, `${path}/${name}`);
    };
    walk(document, '');
    expect(wrong).toEqual([]);
  });

  it('names every kind of report of a read, and discriminates errors by their code', () => {
    const names = ['Mba', 'Rfm', 'Cohort', 'Replenishment', 'Effect', 'Failed', 'Processing'];
    expect(JSON.stringify(document.paths)).toContain(
      `{"oneOf":${JSON.stringify(names.map((name) => ({ $ref: `#/components/schemas/${name}Report` })))}}`,
    );
    expect(JSON.stringify(components.responses)).toContain('"discriminator":{"propertyName":"code"');
  });

  it('leaves out exactly the checks that are listed with a reason', () => {
    expect(new Set(exceptions)).toEqual(new Set(CONVERSION_EXCEPTIONS));
    for (const { reason } of CONVERSION_EXCEPTIONS) expect(reason).toMatch(/^\w.{15,}\.$/);
  });

  it.each<[string, unknown, boolean]>([
    ['neither report_type nor template', {}, false],
    ['a report_type', { report_type: 'MBA' }, true],
    ['a template', { template: 'standard_rfm' }, true],
    ['between without valueTo', createRequest({ operator: 'between', value: 1 }), false],
    ['between with valueTo', createRequest({ operator: 'between', value: 1, valueTo: 2 }), true],
    ['another operator without valueTo', createRequest({ operator: 'equals', value: 1 }), true],
    ['another operator with valueTo', createRequest({ operator: 'equals', value: 1, valueTo: 2 }), false],
    [
      'another operator with valueTo null',
      createRequest({ operator: 'equals', value: 1, valueTo: null }),
      true,
    ],
    ['min_support 0', { report_type: 'MBA', params: { min_support: 0 } }, true],
  ])('validates a report request with %s as the service does: %j, %s', (_, request, isTaken) => {
    const ajv = new Ajv2020({ strict: false });
    formats.default(ajv);
    const validate = ajv.compile({ $ref: '#/components/schemas/CreateReportRequest', components });
    expect(validate(request)).toBe(isTaken);
    const parse = () => resolveReport(parseRequest(createReportRequest, request));
    if (isTaken) expect(parse).not.toThrow();
    else expect(parse).toThrow(InvalidRequestError);
  });

  it('explains every code on the page and in the documentation', () => {
    const texts = [tags.find(({ name }) => name === 'Errors')?.description ?? '', formatErrorsFile()];
    for (const text of texts) {
      const headings = [...text.matchAll(/^## (\S+)$/gm)].map(([, code]) => code);
      expect(headings).toEqual(Object.keys(ERRORS));
    }
  });
});

it('declares every error code with its status in some operation, except method_not_allowed', () => {
  const answered = new Set<string>(['method_not_allowed']);
  for (const { answers } of OPERATIONS) {
    for (const answer of answers) {
      for (const code of 'codes' in answer && answer.codes ? answer.codes : []) {
        expect([code, answer.status]).toEqual([code, STATUSES[code]]);
        answered.add(code);
      }
    }
  }
  expect([...answered].sort()).toEqual(Object.keys(ERRORS).sort());
});
