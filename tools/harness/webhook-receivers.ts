// Opens webhook receivers on loopback: each run opens its own, sets its responses, and inspects the requests.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '../../apps/local-cloud/free-port.ts';

interface Received {
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
}

/** Responds to the request with that number, from 1. */
export type Behaviour = (response: ServerResponse, call: number) => void;

export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  close(): void;
}

export interface WebhookReceivers {
  open(behaviour: Behaviour): Receiver;
  stop(): Promise<void>;
}

export const takeWebhook: Behaviour = (response) => {
  response.end();
};

export async function startReceivers(): Promise<WebhookReceivers> {
  const open = new Map<string, { received: Received[]; behaviour: Behaviour }>();
  let opened = 0;
  const server = createServer(async (request: IncomingMessage, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(Buffer.from(part));
    const receiver = open.get(request.url ?? '');
    if (receiver === undefined) {
      response.writeHead(404).end();
      return;
    }
    receiver.received.push({ body: Buffer.concat(parts).toString(), headers: request.headers });
    receiver.behaviour(response, receiver.received.length);
  });
  const port = await listen(server, 0);
  return {
    open(behaviour) {
      const path = `/${++opened}`;
      const received: Received[] = [];
      open.set(path, { received, behaviour });
      return { url: `http://127.0.0.1:${port}${path}`, received, close: () => open.delete(path) };
    },
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
