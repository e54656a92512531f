// Tests malicious webhook addresses: an address that is not public is refused in any spelling when the report is
// requested, and no text makes the check itself fail.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findReceiverUrlProblem } from '../../../src/service/webhooks/receiver-url.ts';
import { createSendWebhook } from '../../../src/service/webhooks/send.ts';
import { CODE_POINT } from '../../../tools/harness/random/code-points.ts';

/** First and last address of ranges that no webhook may reach. https://www.iana.org/assignments/iana-ipv4-special-registry */
const FORBIDDEN: readonly (readonly [string, string])[] = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['224.0.0.0', '239.255.255.255'],
  ['240.0.0.0', '255.255.255.255'],
];

const parseAddress = (address: string): number =>
  address.split('.').reduce((number, part) => number * 256 + Number(part), 0);
const splitAddress = (number: number): number[] => [24, 16, 8, 0].map((shift) => (number >>> shift) & 255);

const address = fc
  .constantFrom(...FORBIDDEN)
  .chain(([first, last]) => fc.integer({ min: parseAddress(first), max: parseAddress(last) }));

const formatHex = (number: number, digits: number): string => number.toString(16).padStart(digits, '0');
const formatHalves = (number: number): string =>
  `${formatHex(number >>> 16, 1)}:${formatHex(number & 0xffff, 1)}`;
const SPELLINGS: readonly ((number: number) => string)[] = [
  (number) => splitAddress(number).join('.'),
  (number) => `${splitAddress(number).join('.')}.`,
  (number) => String(number),
  (number) => `0x${formatHex(number, 8)}`,
  (number) => `0${number.toString(8)}`,
  (number) =>
    splitAddress(number)
      .map((part) => `0x${formatHex(part, 1)}`)
      .join('.'),
  (number) =>
    splitAddress(number)
      .map((part) => `0${part.toString(8)}`)
      .join('.'),
  (number) => `${number >>> 24}.${number & 0xffffff}`,
  (number) => splitAddress(number).join('%2e'),
  (number) => splitAddress(number).join('。'),
  (number) => `[::ffff:${splitAddress(number).join('.')}]`,
  (number) => `[::ffff:${formatHalves(number)}]`,
  (number) => `[0:0:0:0:0:ffff:${formatHalves(number)}]`,
  (number) => `[64:ff9b::${formatHalves(number)}]`,
  (number) => `[2002:${formatHalves(number)}::]`,
  (number) => `[::${formatHalves(number)}]`,
];

it('refuses every address that is not public, in any spelling', () => {
  fc.assert(
    fc.property(address, fc.constantFrom(...SPELLINGS), (number, spell) => {
      const url = `https://${spell(number)}/hook`;
      if (URL.canParse(url))
        expect([url, findReceiverUrlProblem(url, 'public_https')]).not.toEqual([url, undefined]);
    }),
    { numRuns: 2_000 },
  );
});

it('accepts only https without credentials on port 443, whatever the text of the URL', () => {
  const part = fc.oneof(
    fc.string({ unit: CODE_POINT, maxLength: 8 }),
    fc.constantFrom(
      'https',
      'http',
      ':',
      '//',
      '\\\\',
      '@',
      '[',
      ']',
      '%00',
      '.',
      'example.com',
      ':443',
      '#',
      '?',
      '%',
      'xn--',
    ),
  );
  const text = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(
      fc.oneof(
        text,
        text.map((rest) => `https://${rest}`),
      ),
      (url) => {
        if (!URL.canParse(url) || findReceiverUrlProblem(url, 'public_https') !== undefined) return;
        const { protocol, port, username, password, hostname } = new URL(url);
        expect([protocol, port, username, password]).toEqual(['https:', '', '', '']);
        expect(hostname).not.toBe('');
      },
    ),
    { numRuns: 5_000 },
  );
});

it.each([
  ['a private address', ['10.1.2.3']],
  ['the address of instance metadata', ['169.254.169.254']],
  ['a private address behind a public one', ['8.8.8.8', '127.0.0.1']],
  ['a private address in IPv6', ['::ffff:192.168.0.1']],
])('makes no connection if the name of a receiver resolves to %s', async (_, addresses) => {
  let asked = 0;
  const send = createSendWebhook({
    receivers: 'public_https',
    resolve(_name, _options, found) {
      asked++;
      found(
        null,
        addresses.map((one) => ({ address: one, family: one.includes(':') ? 6 : 4 })),
      );
    },
  });
  // Each attempt resolves the name again: the address may have changed.
  for (const attempt of [1, 2]) {
    const { verdict, problem } = await send({ url: 'https://hook.example/', body: '{}', headers: {} });
    expect([verdict, JSON.stringify(problem), asked]).toEqual([
      'retry',
      expect.stringContaining('ERR_ADDRESS_NOT_PUBLIC'),
      attempt,
    ]);
  }
});
