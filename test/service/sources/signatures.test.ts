// Tests the signatures of shops against vectors that OpenSSL computed.
import { describe, expect, it } from 'vitest';
import { getSignature, isPing, readEventHeaders } from '../../../src/service/sources/event-headers.ts';
import { isSignedByOne, signEventBody } from '../../../src/service/sources/signature.ts';
import vectors from './signature-vectors.json' with { type: 'json' };

const BODY = Buffer.from('{"id":1}');

describe.each(vectors.vectors)('the signature of $kind with secret $secret', (vector) => {
  const body = Buffer.from(vector.body, 'utf8');

  it('equals the vector', () => {
    expect(signEventBody(body, vector.secret)).toBe(vector.signature);
    expect(isSignedByOne(body, vector.signature, [vector.secret])).toBe(true);
  });

  it('is refused with another secret, another body, and in another encoding', () => {
    expect(isSignedByOne(body, vector.signature, [`${vector.secret} `])).toBe(false);
    expect(isSignedByOne(Buffer.concat([body, Buffer.from(' ')]), vector.signature, [vector.secret])).toBe(
      false,
    );
    const hex = Buffer.from(vector.signature, 'base64').toString('hex');
    expect(isSignedByOne(body, hex, [vector.secret])).toBe(false);
    expect(isSignedByOne(body, vector.signature.toLowerCase(), [vector.secret])).toBe(false);
  });

  it('is read from the header that the shop sends', () => {
    const kind = vector.kind === 'shopify' ? 'shopify' : 'woocommerce';
    expect(getSignature(kind, { [vector.header.toLowerCase()]: vector.signature })).toBe(vector.signature);
  });
});

describe('a signature', () => {
  it('is accepted if any of the secrets makes it', () => {
    const signature = signEventBody(BODY, 'former');
    expect(isSignedByOne(BODY, signature, ['current', 'former'])).toBe(true);
    expect(isSignedByOne(BODY, signature, ['current'])).toBe(false);
  });

  it('is refused if it is missing or empty, even by a source without a secret', () => {
    expect(isSignedByOne(BODY, undefined, ['secret'])).toBe(false);
    expect(isSignedByOne(BODY, '', ['secret'])).toBe(false);
    expect(isSignedByOne(BODY, signEventBody(BODY, ''), [])).toBe(false);
  });
});

describe('the headers of an event', () => {
  it('state the topic, the event id and the time of a Shopify event', () => {
    const headers = {
      'x-shopify-topic': 'orders/updated',
      'x-shopify-event-id': 'event-1',
      'x-shopify-webhook-id': 'delivery-1',
      'x-shopify-triggered-at': '2026-03-31T14:05:02.877041743Z',
    };
    expect(readEventHeaders('shopify', headers, BODY)).toEqual({
      topic: 'orders/updated',
      eventId: 'event-1',
      triggeredAt: Date.parse('2026-03-31T14:05:02.877Z'),
    });
  });

  it('identify an event without an id by a hash of its body', () => {
    const first = readEventHeaders('woocommerce', {}, BODY).eventId;
    expect(readEventHeaders('woocommerce', {}, BODY).eventId).toBe(first);
    expect(readEventHeaders('woocommerce', {}, Buffer.from('{"id":2}')).eventId).not.toBe(first);
  });

  it('distinguish only the ping of WooCommerce from an event', () => {
    const ping = Buffer.from('webhook_id=12');
    expect(isPing('woocommerce', {}, ping)).toBe(true);
    expect(isPing('shopify', {}, ping)).toBe(false);
    expect(isPing('woocommerce', { 'x-wc-webhook-signature': 'x' }, ping)).toBe(false);
    expect(isPing('woocommerce', {}, Buffer.from('webhook_id=12&order=1'))).toBe(false);
    const createPing = (bytes: number) => Buffer.from('webhook_id='.padEnd(bytes, '1'));
    expect([63, 64].map((bytes) => isPing('woocommerce', {}, createPing(bytes)))).toEqual([true, false]);
  });
});
