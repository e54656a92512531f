// Known values of the gamma function.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  LogOfProduct,
  logGamma,
  logRisingFactorial,
} from '../../../../src/core/prediction/models/log-gamma.ts';

test('factorials, and half-integers by the square root of pi', () => {
  let factorial = 1;
  for (let n = 1; n <= 170; n++) {
    expect(logGamma(n)).toBeCloseTo(Math.log(factorial), 11);
    factorial *= n;
  }
  expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.PI) / 2, 13);
  expect(logGamma(1e-4)).toBeCloseTo(9.210282658633961, 13);
  expect(logGamma(1e6)).toBeCloseTo(12_815_504.569147611, 6);
});

test('the rising factorial is a product', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-3, max: 1e3, noNaN: true }), fc.nat(60), (z, n) => {
      const product = Array.from({ length: n }, (_, k) => Math.log(z + k)).reduce((sum, x) => sum + x, 0);
      expect(logRisingFactorial(z, n)).toBeCloseTo(product, 9);
    }),
  );
});

test('a product beyond the greatest double has a logarithm all the same', () => {
  const product = new LogOfProduct();
  expect(product.value()).toBe(0);
  for (let i = 0; i < 10_000; i++) product.multiply(1.5e3);
  expect(product.value()).toBeCloseTo(10_000 * Math.log(1.5e3), 7);
});
