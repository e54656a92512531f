// Tests what the answer for an export that is not found says about the reason.
import { expect, it } from 'vitest';
import { createExplainMissing } from '../../../src/service/exports/read-export.ts';
import { createReportItem } from '../../../tools/harness/report-item.ts';

const ref = { accountId: 'acc', reportId: 'r', exportId: '01M7YQ9C3E5G7J9M1P3R5T7V9X' };

it.each([
  [
    'a report that does not exist',
    undefined,
    undefined,
    /^Export not found\. Exports are deleted after \d+ days\.$/,
  ],
  ['a dataset without erasures', createReportItem(), undefined, /deleted after/],
  ['an erasure before the export', createReportItem(), '01M7YP0000000000000000000A', /deleted after/],
  [
    'an erasure after the export',
    createReportItem(),
    '01M7YR0000000000000000000A',
    /^Export not found\. Erasure 01M7YR0000000000000000000A deleted earlier exports/,
  ],
])('explains a missing export of %s', async (_, report, latest, expected) => {
  const explain = createExplainMissing({
    reports: { get: async () => report },
    erasures: { mark: async () => (latest === undefined ? undefined : { latest }) },
  });
  expect(await explain(ref)).toMatch(expected);
});
