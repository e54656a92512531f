import { expect, it } from 'vitest';
import { isAllowedOrigin, originProblem } from '../../../src/core/accounts/publishable-use.ts';

it.each([
  'https://shop.example',
  'https://shop.example:8443',
  'https://xn--caf-dma.example',
  'http://localhost:3000',
  'http://127.0.0.1',
  'http://[::1]:5173',
])('accepts the origin %s', (origin) => {
  expect(originProblem(origin)).toBeUndefined();
});

it.each([
  ['shop.example', 'expected an origin, for example https://shop.example'],
  ['', 'expected an origin, for example https://shop.example'],
  ['null', 'expected an origin, for example https://shop.example'],
  [`https://${'a'.repeat(300)}.example`, 'expected an origin, for example https://shop.example'],
  ['http://shop.example', 'expected https, or http://localhost while developing'],
  ['file:///etc/passwd', 'expected https, or http://localhost while developing'],
  ['https://shop.example/', 'expected the origin alone, as browsers send it: https://shop.example'],
  ['https://Shop.example', 'expected the origin alone, as browsers send it: https://shop.example'],
  ['https://shop.example:443', 'expected the origin alone, as browsers send it: https://shop.example'],
  ['https://shop.example/cart?x=1', 'expected the origin alone, as browsers send it: https://shop.example'],
  ['https://me:secret@shop.example', 'expected the origin alone, as browsers send it: https://shop.example'],
  ['https://café.example', 'expected the origin alone, as browsers send it: https://xn--caf-dma.example'],
  ['https://*.shop.example', 'expected one origin, without a wildcard'],
])('refuses the origin %j', (origin, problem) => {
  expect(originProblem(origin)).toBe(problem);
});

it('allows the listed origins and requests without one, and compares the whole text', () => {
  const use = { origins: ['https://shop.example'] };
  expect(isAllowedOrigin(use, 'https://shop.example')).toBe(true);
  expect(isAllowedOrigin(use, undefined)).toBe(true);
  for (const other of [
    'null',
    '',
    'https://shop.example.evil.example',
    'http://shop.example',
    'https://shop',
  ])
    expect([other, isAllowedOrigin(use, other)]).toEqual([other, false]);
});
