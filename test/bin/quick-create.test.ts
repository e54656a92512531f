// The quick-create template: it needs no CDK bootstrap, has the resources of a synthesis, and names the zips of its
// folder.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Uint8ArrayReader, ZipReader } from '@zip.js/zip.js';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MAX_INLINE_BYTES, type QuickCreate, writeQuickCreate } from '../../bin/quick-create.ts';
import { IS_DEEP } from '../../tools/harness/depth.ts';
import { SETTINGS, synthesizeStage } from '../lib/template.ts';

const properties = v.record(v.string(), v.unknown());
const template = v.object({
  Parameters: properties,
  Rules: v.optional(v.unknown()),
  Outputs: properties,
  Resources: v.record(v.string(), v.object({ Type: v.string(), Properties: v.optional(properties, {}) })),
});
const code = v.object({
  Code: v.object({
    S3Bucket: v.object({ Ref: v.literal('AssetsBucket') }),
    S3Key: v.object({
      'Fn::Join': v.tuple([
        v.literal(''),
        v.tuple([v.object({ Ref: v.literal('AssetsPrefix') }), v.pipe(v.string(), v.endsWith('.zip'))]),
      ]),
    }),
  }),
  Handler: v.literal('index.handler'),
});

const folder = mkdtempSync(join(tmpdir(), 'order-analytics-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let written: QuickCreate;
let found: v.InferOutput<typeof template>;
beforeAll(async () => {
  written = await writeQuickCreate(folder, 'prod', SETTINGS, IS_DEEP);
  found = v.parse(template, JSON.parse(readFileSync(join(folder, written.templateFile), 'utf8')));
});

const listFunctions = () =>
  Object.values(found.Resources)
    .filter(({ Type }) => Type === 'AWS::Lambda::Function')
    .map(({ Properties }) => v.parse(code, Properties));

it('has the resources and outputs of a synthesis with the same settings, except the location of code', () => {
  const withoutCode = (resources: typeof found.Resources) =>
    Object.fromEntries(
      Object.entries(resources).map(
        ([
          id,
          {
            Type,
            Properties: { Code, ...rest },
          },
        ]) => [id, { Type, rest }],
      ),
    );
  const synthesized = v.parse(template.entries.Resources, synthesizeStage('prod', SETTINGS).resources);
  expect(withoutCode(found.Resources)).toEqual(withoutCode(synthesized));
  expect(Object.keys(found.Outputs)).toEqual(Object.keys(synthesizeStage('prod', SETTINGS).outputs));
});

it('takes a bucket and a prefix as its only parameters, and references nothing of the CDK bootstrap', () => {
  expect(Object.keys(found.Parameters)).toEqual(['AssetsBucket', 'AssetsPrefix']);
  expect(found.Rules).toBeUndefined();
  const text = readFileSync(join(folder, written.templateFile), 'utf8');
  expect(text).not.toMatch(/cdk-bootstrap|cdk-hnb659fds|"Custom::|CustomResource/);
});

it('reports the size of a template that exceeds the inline limit of CloudFormation', () => {
  expect(written.templateBytes).toBe(readFileSync(join(folder, written.templateFile)).length);
  expect(written.templateBytes).toBeGreaterThan(MAX_INLINE_BYTES);
});

it('writes one zip with a handler for each distinct bundle of a function, and no other', async () => {
  const names = listFunctions().map(({ Code }) => Code.S3Key['Fn::Join'][1][1]);
  expect(names.length).toBeGreaterThan(40);
  const zips = readdirSync(folder).filter((name) => name.endsWith('.zip'));
  expect(zips.sort()).toEqual([...new Set(names)].sort());
  for (const name of zips) {
    const entries = await new ZipReader(new Uint8ArrayReader(readFileSync(join(folder, name)))).getEntries();
    const handler = entries.find(({ filename }) => filename === 'index.mjs');
    expect(handler?.uncompressedSize, name).toBeGreaterThan(10_000);
    for (const { filename, unixMode = 0 } of entries) expect(unixMode & 0o777, filename).toBe(0o644);
  }
});
