// A report request from the form, and what of it is shown as code.
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { asCurl, asTypeScript, emptyDraft, requestOf, TEMPLATES } from '../../console/report-request.ts';
import { TEMPLATE_NAMES } from '../../src/report-types/report-types.ts';

const DRAFT = {
  ...emptyDraft('standard_mba', 'shop'),
  name: " Today's baskets ",
  start: '2026-01-01',
  minSupport: '0.29',
  product: 'POSTAGE',
  productOperator: 'not_contains' as const,
  webhookUrl: ' https://example.com/hook ',
};

it('offers every template of the service', () => {
  expect([...TEMPLATES].sort()).toEqual([...TEMPLATE_NAMES].sort());
});

it('leaves out what was left empty', () => {
  expect(requestOf(emptyDraft('standard_rfm', 'default'))).toEqual({
    template: 'standard_rfm',
    dataset_id: 'default',
  });
});

it('has days, conditions and shares as the service takes them', () => {
  expect(requestOf(DRAFT)).toEqual({
    template: 'standard_mba',
    dataset_id: 'shop',
    name: "Today's baskets",
    filters: {
      dateRange: { start: '2026-01-01' },
      conditions: [{ field: 'product_name', operator: 'not_contains', value: 'POSTAGE' }],
    },
    params: { min_support: 0.0029 },
    webhook_url: 'https://example.com/hook',
  });
  expect(requestOf({ ...DRAFT, template: 'standard_rfm' }).params).toBeUndefined();
});

it('is the same request in a shell and in TypeScript', () => {
  const request = { ...requestOf(DRAFT), name: `'; rm -rf "$HOME" #\\ \`x\`` };
  const { stdout } = spawnSync('sh', ['-c', `curl() { printf %s "$5"; }; ${asCurl('http://a', request)}`], {
    encoding: 'utf8',
  });
  expect(JSON.parse(stdout)).toEqual(request);
  const [, literal = ''] = /createAndWait\(([\s\S]*)\);$/.exec(asTypeScript('http://a', request)) ?? [];
  expect(JSON.parse(literal)).toEqual(request);
});
