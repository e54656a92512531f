// Tests that the client accepts every published signature vector and refuses any changed one.
import { describe, expect, it } from 'vitest';
import { verifyStandardWebhook, verifyWebhook } from '../../../packages/client/src/index.ts';
import vectors from '../../service/webhooks/signature-vectors.json' with { type: 'json' };

const utf8 = new TextEncoder();

describe.each(vectors)('the webhook $webhook_id', (vector) => {
  const { api_key: key, body, signature } = vector;
  const headers = {
    'Webhook-Id': vector.webhook_id,
    'webhook-timestamp': String(vector.webhook_timestamp),
    'webhook-signature': vector.webhook_signature,
  };
  const now = vector.webhook_timestamp + 3;

  it('is accepted by verifyWebhook only with its body, signature and key', async () => {
    expect(await verifyWebhook(body, signature, key)).toBe(true);
    expect(await verifyWebhook(utf8.encode(body), signature, key)).toBe(true);
    expect(await verifyWebhook(Buffer.from(body), signature, key)).toBe(true);
    const bad: [string, string | null | undefined, string][] = [
      [`${body} `, signature, key],
      [body.replace('report', 'Report'), signature, key],
      [body, signature, `${key}x`],
      [body, signature.replace('sha256=', ''), key],
      [body, signature.replace(/.$/, (last) => (last === '0' ? '1' : '0')), key],
      [body, signature.slice(0, -1), key],
      [body, signature.toUpperCase(), key],
      [body, '', key],
      [body, null, key],
      [body, undefined, key],
    ];
    for (const args of bad) expect([args, await verifyWebhook(...args)]).toEqual([args, false]);
  });

  it('is accepted by verifyStandardWebhook only with its headers, body and key in time', async () => {
    const good = [
      headers,
      new Headers(headers),
      { ...headers, 'webhook-signature': `v1,AAAA ${vector.webhook_signature} v2,BBBB` },
      { ...headers, 'webhook-signature': ['v1,AAAA', vector.webhook_signature] },
    ];
    for (const given of good) expect(await verifyStandardWebhook(body, given, key, { now })).toBe(true);
    expect(await verifyStandardWebhook(utf8.encode(body), headers, key, { now })).toBe(true);
    expect(await verifyStandardWebhook(body, headers, key, { now: now + 600, toleranceSeconds: 900 })).toBe(
      true,
    );
    const bad: [string, Parameters<typeof verifyStandardWebhook>[1], string, number][] = [
      [`${body} `, headers, key, now],
      [body, { ...headers, 'Webhook-Id': 'msg_1' }, key, now],
      [body, { ...headers, 'webhook-timestamp': String(vector.webhook_timestamp + 1) }, key, now],
      [body, { ...headers, 'webhook-timestamp': '' }, key, now],
      [body, { ...headers, 'webhook-timestamp': 'soon' }, key, now],
      [body, { ...headers, 'webhook-signature': vector.webhook_signature.replace('v1', 'v2') }, key, now],
      [body, { ...headers, 'webhook-signature': vector.webhook_signature.slice(0, -2) }, key, now],
      [body, { ...headers, 'webhook-signature': '' }, key, now],
      [body, {}, key, now],
      [body, headers, `${key}x`, now],
      [body, headers, key, vector.webhook_timestamp + 301],
      [body, headers, key, vector.webhook_timestamp - 301],
    ];
    for (const [raw, given, apiKey, at] of bad) {
      const verdict = await verifyStandardWebhook(raw, given, apiKey, { now: at });
      expect([given, at, verdict]).toEqual([given, at, false]);
    }
  });

  it('is refused by verifyStandardWebhook if its timestamp is too old', async () => {
    expect(await verifyStandardWebhook(body, headers, key)).toBe(false);
  });
});
