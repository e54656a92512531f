// Counts the read and write units that AWS would bill, as a proxy between the functions and the engine. Units as the
// developer guide defines them: 1 KB per write, 4 KB per read, double for writes in a transaction, consistent reads in
// full.
import { createServer, request as forward, type Server } from 'node:http';
import {
  type Item,
  queryUnits,
  readUnits,
  writeUnits,
} from '../../../apps/local-cloud/like-aws/capacity-units.ts';

export interface DynamoDbUnits {
  writes: number;
  reads: number;
  calls: Record<string, number>;
}

export interface UnitCounter {
  readonly endpoint: string;
  readonly units: DynamoDbUnits;
  stop(): Promise<void>;
}

export async function countUnits(engine: string): Promise<UnitCounter> {
  const units: DynamoDbUnits = { writes: 0, reads: 0, calls: {} };
  const { hostname, port } = new URL(engine);
  const server: Server = createServer((incoming, outgoing) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => {
      const body = Buffer.concat(parts);
      const operation =
        String(incoming.headers['x-amz-target'] ?? '')
          .split('.')
          .at(-1) ?? '';
      const onward = forward(
        { hostname, port, method: incoming.method, path: incoming.url, headers: incoming.headers },
        (answer) => {
          const answered: Buffer[] = [];
          answer.on('data', (part: Buffer) => answered.push(part));
          answer.on('end', () => {
            const text = Buffer.concat(answered);
            outgoing.writeHead(answer.statusCode ?? 500, answer.headers).end(text);
            // The local cloud checks that the engine is up with a request without an operation.
            if (answer.statusCode === 200 && operation !== '')
              count(operation, JSON.parse(String(body)), JSON.parse(String(text)), units);
          });
        },
      );
      onward.on('error', () => outgoing.destroy());
      onward.end(body);
    });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null)
    throw new Error('the counter is not listening on a port');
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    units,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Wire {
  readonly [name: string]: Wire & Item & Wire[];
}

function count(operation: string, asked: Wire, answered: Wire, units: DynamoDbUnits): void {
  units.calls[operation] = (units.calls[operation] ?? 0) + 1;
  switch (operation) {
    case 'TransactWriteItems':
      // The update of a counter is an item of less than 1 KB.
      for (const { Put } of asked.TransactItems ?? []) units.writes += 2 * writeUnits(Put?.Item);
      break;
    case 'PutItem':
      units.writes += writeUnits(asked.Item) + (asked.Item?.unfinished_kind === undefined ? 0 : 1);
      break;
    case 'UpdateItem':
      units.writes += writeUnits(answered.Attributes);
      break;
    case 'BatchGetItem':
      for (const [table, { Keys }] of Object.entries(asked.RequestItems ?? {})) {
        const found = answered.Responses?.[table] ?? [];
        for (const item of found) units.reads += readUnits(item);
        units.reads += (Keys?.length ?? 0) - found.length;
      }
      break;
    case 'GetItem':
      units.reads += readUnits(answered.Item);
      break;
    case 'Query':
      units.reads += queryUnits(answered.Items ?? []);
  }
}
