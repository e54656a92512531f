// Raw bodies of received events: the bytes as they were sent, within limits.
import { expect, it } from 'vitest';
import { PayloadTooLargeError } from '../../src/contract/errors/errors.ts';
import { readRawBody } from '../../src/http/bodies/read-body.ts';
import { createApiEvent } from '../../tools/harness/api-event.ts';

const LIMITS = { bytes: 1_000, textBytes: 1_000, structuralCharacters: 10 };
const read = (body: string, isBase64Encoded = false): string =>
  readRawBody({ ...createApiEvent('', undefined), body, isBase64Encoded }, LIMITS).toString('utf8');

it('returns the bytes of a body up to the limit, sent as text or in base64', () => {
  expect(read('{"grün":1}')).toBe('{"grün":1}');
  expect(read(Buffer.from('{"grün":1}').toString('base64'), true)).toBe('{"grün":1}');
  expect(read(' '.repeat(1_000))).toHaveLength(1_000);
});

it('refuses a body over the limit, with too many values or nested too deeply', () => {
  expect(() => read(' '.repeat(1_001))).toThrow(new PayloadTooLargeError('Event over 0.001 MB.'));
  expect(() => read(`[${'1,'.repeat(10)}1]`)).toThrow('Event with too many values.');
  expect(() => read('['.repeat(200))).toThrow(PayloadTooLargeError);
});
