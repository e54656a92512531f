// Terms of data files: a README must name each file with its licence.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { findDataWithoutTerms } from '../../../tools/supply-chain/installed.ts';

it('finds terms for every data file of the repository', () => {
  expect(findDataWithoutTerms(resolve(import.meta.dirname, '../../..'))).toEqual([]);
});

it.each([
  ['without a README', undefined, ['test/data/a.csv.gz']],
  ['with a README of other files', '`b.csv`: CC BY 4.0', ['test/data/a.csv.gz']],
  ['with a README without terms', '`a.csv.gz`: orders of a shop', ['test/data/a.csv.gz']],
  ['with a README and its terms', '`a.csv.gz`: orders of a shop, CC BY 4.0', []],
  ['with a README that names it in another folder', '`other/a.csv.gz`: CC BY 4.0', ['test/data/a.csv.gz']],
])('checks a data file %s', (_, readme, expected) => {
  const root = mkdtempSync(join(tmpdir(), 'order-analytics-'));
  try {
    mkdirSync(join(root, 'test/data'), { recursive: true });
    writeFileSync(join(root, 'test/data/a.csv.gz'), '');
    if (readme !== undefined) writeFileSync(join(root, 'test/data/README.md'), readme);
    expect(findDataWithoutTerms(root)).toEqual(expected);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

it('requires the path of a file in the README of a parent folder', () => {
  const root = mkdtempSync(join(tmpdir(), 'order-analytics-'));
  try {
    mkdirSync(join(root, 'test/data/shop'), { recursive: true });
    for (const name of ['a.csv', 'b.csv']) writeFileSync(join(root, 'test/data/shop', name), '');
    writeFileSync(join(root, 'test/data/README.md'), '`shop/a.csv` and `b.csv`: CC BY 4.0');
    expect(findDataWithoutTerms(root)).toEqual(['test/data/shop/b.csv']);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
