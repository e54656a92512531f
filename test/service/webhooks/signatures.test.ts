// Tests signatures against vectors made with other tools (sha256sum, openssl), and against the vector of Standard
// Webhooks' own libraries.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hashApiKey } from '../../../src/analysis/accounts/api-key.ts';
import type { ReportItem } from '../../../src/service/reports/report-item.ts';
import { signReport } from '../../../src/service/webhooks/event.ts';
import {
  findSigningSecretProblem,
  signBody,
  signEvent,
  toSigningBytes,
  toStandardSecret,
} from '../../../src/service/webhooks/signature.ts';
import { createReportItem } from '../../../tools/harness/report-item.ts';

interface SignatureVector {
  readonly api_key: string;
  readonly body: string;
  readonly signature: string;
  readonly webhook_secret: string;
  readonly webhook_id: string;
  readonly webhook_timestamp: number;
  readonly webhook_signature: string;
}

const vectors: readonly SignatureVector[] = JSON.parse(
  readFileSync(join(import.meta.dirname, 'signature-vectors.json'), 'utf8'),
);

it('reads several vectors', () => expect(vectors.length).toBeGreaterThan(1));

it.each(vectors)('signs as in the published vector $webhook_id', (vector) => {
  const { api_key, body: rawBody, webhook_id: id, webhook_timestamp: timestamp } = vector;
  const hash = hashApiKey(api_key);
  expect(signBody(rawBody, hash)).toBe(vector.signature);
  expect(`whsec_${toStandardSecret(hash).toString('base64')}`).toBe(vector.webhook_secret);
  expect(signEvent({ id, timestamp, rawBody }, toStandardSecret(hash))).toBe(vector.webhook_signature);
});

it("signs like Standard Webhooks' reference libraries", () => {
  const event = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: 1614265330,
    rawBody: '{"test": 2432232314}',
  };
  const secret = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');
  expect(signEvent(event, secret)).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

it('sends the exact bytes and headers of the vector, and another time and signature at another attempt', () => {
  const [vector] = vectors;
  if (vector === undefined) throw new Error('no vector');
  const { report_id, status, timestamp } = JSON.parse(vector.body);
  const report: ReportItem = createReportItem({
    account_id: 'acc_1',
    report_id,
    report_type: 'MBA',
    status,
    at: timestamp,
    key_hash: hashApiKey(vector.api_key),
    request: { dataset_id: 'default', webhook_url: 'https://example.com/?token=secret' },
  });
  const at = vector.webhook_timestamp * 1_000 + 999;
  const first = signReport(report, at);
  expect(first).toEqual({
    body: vector.body,
    headers: {
      'User-Agent': 'order-analytics-webhook/1',
      'X-Service-Signature': vector.signature,
      'webhook-id': vector.webhook_id,
      'webhook-timestamp': String(vector.webhook_timestamp),
      'webhook-signature': vector.webhook_signature,
    },
  });
  const later = signReport(report, at + 5_000);
  expect(later.body).toBe(first.body);
  expect(later.headers).toMatchObject({
    'X-Service-Signature': vector.signature,
    'webhook-id': vector.webhook_id,
    'webhook-timestamp': String(vector.webhook_timestamp + 5),
  });
  expect(later.headers['webhook-signature']).not.toBe(vector.webhook_signature);
});

// Tests receivers' own secrets: which are valid, and their bytes.

const createSecret = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`;

it('accepts only whsec_ and the base64 of 24 to 64 bytes', () => {
  for (const bytes of [24, 32, 64]) {
    expect(findSigningSecretProblem(createSecret(bytes))).toBeUndefined();
    expect(toSigningBytes(createSecret(bytes))).toEqual(Buffer.alloc(bytes, 7));
  }
  const problem = 'expected whsec_ and the base64 of 24 to 64 bytes';
  const others = [
    createSecret(23),
    createSecret(65),
    createSecret(32).slice(6),
    `whsec_${'?'.repeat(40)}`,
    'whsec_',
    '',
  ];
  for (const other of others) {
    expect(findSigningSecretProblem(other)).toBe(problem);
    expect(() => toSigningBytes(other)).toThrow('a stored secret is not valid');
  }
});
