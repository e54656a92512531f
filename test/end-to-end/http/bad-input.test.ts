// Bad input through the API: each gets its answer, and a following good request works.
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { useTarget } from '../use-target.ts';

const target = useTarget();

describe('bad input', () => {
  it('repeats no control characters, and only excerpts, of a request that it rejects', async () => {
    const long = 'x'.repeat(5_000);
    const replies = [
      await target.client.get(`/nowhere/%00%1b%5b2J/${long}`),
      await target.client.post('/reports', { [`\0\u001b${long}`]: 1 }),
      await target.client.send('/reports', { method: 'POST', body: '{"name":\0\u001b}' }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([404, 400, 400]);
    for (const { body } of replies) {
      expect(String(body.error).length).toBeLessThanOrEqual(400);
      expect(`${body.error}${body.param}`).not.toMatch(/\p{Cc}/u);
    }
  });

  it('rejects JSON that is nested too deeply with a message that says so', async () => {
    const body = `{"orders":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const reply = await target.client.send('/data/orders', { method: 'POST', body });
    expect([reply.status, reply.body.error]).toEqual([
      400,
      'expected valid JSON of at most 64 levels: it is nested too deeply',
    ]);
  });

  it('rejects bytes that are not valid UTF-8 instead of storing replacement characters', async () => {
    const body = Buffer.concat([
      Buffer.from('{"orders":[{"order_id":"'),
      Buffer.from([0xff]),
      Buffer.from('"}]}'),
    ]);
    const asText = await target.client.send('/data/orders', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    });
    expect([asText.status, asText.body.error]).toEqual([
      400,
      expect.stringMatching(/^body is not UTF-8, or it contains U\+FFFD/),
    ]);
    for (const [type, bytes] of [
      ['application/octet-stream', body],
      ['application/json', gzipSync(body)],
    ] as const) {
      const headers = { 'Content-Type': type, ...(bytes !== body && { 'Content-Encoding': 'gzip' }) };
      const reply = await target.client.send('/data/orders', { method: 'POST', headers, body: bytes });
      expect([reply.status, reply.body.error]).toEqual([400, 'body is not UTF-8']);
    }
  });

  it('rejects a body of 7 MB and a gzip bomb with 413', async () => {
    const large = await target.client.send('/data/orders', { method: 'POST', body: ' '.repeat(7_000_000) });
    expect(large.status).toBe(413);
    const bomb = await target.client.send('/data/orders', {
      method: 'POST',
      headers: { 'Content-Encoding': 'gzip' },
      body: gzipSync(Buffer.alloc(40_000_000, 32)),
    });
    expect(bomb.status).toBe(413);
    expect(bomb.body.error).toContain('over 250 times its compressed size');
  });
});
