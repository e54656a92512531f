// A webhook receiver as a client would write it: it verifies signatures as the contract describes, and shares no code
// with the sender.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import * as v from 'valibot';
import { listen } from '../../local/free-port.ts';

const event = v.object({
  event: v.picklist(['report.completed', 'report.failed']),
  report_id: v.string(),
  report_type: v.string(),
  status: v.string(),
  timestamp: v.string(),
});
type ReceivedEvent = v.InferOutput<typeof event> & { readonly signatureIsRight: boolean };

export interface WebhookListener {
  readonly url: string;
  /** Resolves with the event of a report, even if the event arrived before this call. */
  received(reportId: string): Promise<ReceivedEvent>;
  stop(): Promise<void>;
}

export async function startWebhookListener(apiKey: string): Promise<WebhookListener> {
  const keyHash = createHash('sha256').update(apiKey).digest('hex');
  const arrived = new Map<string, ReceivedEvent>();
  const awaited = new Map<string, (received: ReceivedEvent) => void>();
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(Buffer.from(part));
    const rawBody = Buffer.concat(parts);
    const expected = Buffer.from(`sha256=${createHmac('sha256', keyHash).update(rawBody).digest('hex')}`);
    const given = Buffer.from(String(request.headers['x-service-signature']));
    const signatureIsRight = given.length === expected.length && timingSafeEqual(given, expected);
    const received = { ...v.parse(event, JSON.parse(rawBody.toString('utf8'))), signatureIsRight };
    response.statusCode = signatureIsRight ? 200 : 401;
    response.end();
    arrived.set(received.report_id, received);
    awaited.get(received.report_id)?.(received);
  });
  const port = await listen(server, 0);
  return {
    url: `http://127.0.0.1:${port}/webhook`,
    received(reportId) {
      const early = arrived.get(reportId);
      return early === undefined
        ? new Promise((resolve) => awaited.set(reportId, resolve))
        : Promise.resolve(early);
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
