// The published fits of CDNOW's 2,357 customers, in weeks; the file may not be passed on.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectedPurchases } from '../../../../src/core/prediction/models/expected-purchases.ts';
import { fitPurchases } from '../../../../src/core/prediction/models/fit-purchases.ts';
import { fitSpend } from '../../../../src/core/prediction/models/gamma-gamma.ts';

const FILE = join(import.meta.dirname, '..', '..', '..', '..', '..', 'shared', 'data', 'cdnow-sample.csv');
const FOUND = existsSync(FILE);

describe.skipIf(!FOUND)('CDNOW (not carried: its terms are not known to allow it)', () => {
  const rows = FOUND ? readFileSync(FILE, 'utf8').trim().split(/\r?\n/).slice(1) : [];
  const column = (at: number): Float64Array => Float64Array.from(rows, (row) => Number(row.split(',')[at]));
  const histories = { frequency: column(1), recency: column(2), age: column(3) };

  it('BG/NBD: table 2 of Fader, Hardie & Lee (2005)', () => {
    const { parameters, logLikelihood } = fitPurchases('BG/NBD', histories);
    expect(rows).toHaveLength(2_357);
    expect(parameters.r).toBeCloseTo(0.243, 3);
    expect(Math.abs(parameters.alpha - 4.414)).toBeLessThan(0.001);
    expect(parameters.a).toBeCloseTo(0.793, 3);
    expect(parameters.b).toBeCloseTo(2.426, 3);
    expect(logLikelihood).toBeCloseTo(-9_582.4, 1);
    const customer = { frequency: 2, recency: 30.43, age: 38.86 };
    expect(expectedPurchases('BG/NBD', parameters, customer, 39)).toBeCloseTo(1.226, 3);
  });

  it('MBG/NBD: as R package BTYDplus finds them', () => {
    const { parameters } = fitPurchases('MBG/NBD', histories);
    expect(parameters.r).toBeCloseTo(0.525, 3);
    expect(Math.abs(parameters.alpha - 6.183)).toBeLessThan(0.001);
    expect(parameters.a).toBeCloseTo(0.891, 3);
    expect(parameters.b).toBeCloseTo(1.614, 3);
  });

  it('gamma-gamma: Fader & Hardie (2013)', () => {
    const { parameters, customers } = fitSpend({ frequency: histories.frequency, meanValue: column(4) });
    expect(customers).toBe(946);
    expect(Math.abs(parameters.p - 6.25)).toBeLessThan(0.01);
    expect(Math.abs(parameters.q - 3.74)).toBeLessThan(0.01);
    expect(Math.abs(parameters.v - 15.44)).toBeLessThan(0.01);
  });
});
