// Tests what the answer for an export that is not found says about the reason.
import { expect, it } from 'vitest';
import { explainMissing } from '../../../src/service/exports/read-export.ts';

it.each([
  [
    'a report that does not exist',
    undefined,
    undefined,
    /^Export not found\. Exports are deleted after \d+ days\.$/,
  ],
  ['a dataset without erasures', 'default', undefined, /deleted after/],
  ['an erasure before the export', 'default', '01M7YP0000000000000000000A', /deleted after/],
  [
    'an erasure after the export',
    'default',
    '01M7YR0000000000000000000A',
    /^Export not found\. Erasure 01M7YR0000000000000000000A deleted earlier exports/,
  ],
])('explains a missing export of %s', async (_, datasetId, latest, expected) => {
  const erasures = { mark: async () => (latest === undefined ? undefined : { latest }) };
  expect(await explainMissing(erasures, 'acc', datasetId, '01M7YQ9C3E5G7J9M1P3R5T7V9X')).toMatch(expected);
});
