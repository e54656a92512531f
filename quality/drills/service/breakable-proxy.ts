// A proxy to an engine that can be broken: connections are refused, or never answered, or their responses are lost
// after the engine has done the work.
import { connect, createServer, type Socket } from 'node:net';
import { listen } from '../../../local/free-port.ts';
import { below, randomFrom } from '../../harness/random/random.ts';

export const WAYS_TO_BREAK = ['refused', 'silent', 'answers lost'] as const;
/** Every connection is cut after some answers, in the middle of the next. */
type Break = (typeof WAYS_TO_BREAK)[number] | 'cut now and then';
/** Parts of answers that a connection carries before it is cut: one to so many. */
const MOST_PARTS = 40;

export interface BreakableProxy {
  readonly endpoint: string;
  /** Open connections are cut. `seed`: of where those are cut that follow. */
  breakDown(how: Break, seed: number): void;
  repair(): void;
  stop(): Promise<void>;
}

export async function startBreakableProxy(endpoint: string): Promise<BreakableProxy> {
  const port = Number(new URL(endpoint).port);
  const open = new Set<Socket>();
  let broken: Break | undefined;
  let random = randomFrom(0);

  const keep = (socket: Socket): Socket => {
    open.add(socket);
    return socket.on('error', () => socket.destroy()).on('close', () => open.delete(socket));
  };
  const cutAll = (): void => {
    for (const socket of open) socket.resetAndDestroy();
  };
  const server = createServer((client) => {
    keep(client);
    if (broken === 'refused') return void client.resetAndDestroy();
    // Requests are neither read nor answered.
    if (broken === 'silent') return;
    const engine = keep(connect(port, '127.0.0.1'));
    client.pipe(engine);
    if (broken === undefined) engine.pipe(client);
    else if (broken === 'cut now and then') {
      let left = 1 + below(random, MOST_PARTS);
      engine.on('data', (part: Buffer) => {
        if (left-- > 0) return void client.write(part);
        client.write(part.subarray(0, part.length / 2), () => client.resetAndDestroy());
      });
    }
    // The engine has responded, so the work is done: now the connection is cut.
    else engine.once('data', () => client.resetAndDestroy());
    client.on('close', () => engine.destroy());
    engine.on('close', () => client.destroy());
  });
  const own = await listen(server, 0);
  return {
    endpoint: `http://127.0.0.1:${own}`,
    breakDown(how, seed) {
      broken = how;
      random = randomFrom(seed);
      cutAll();
    },
    repair() {
      broken = undefined;
      cutAll();
    },
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      cutAll();
      await closed;
    },
  };
}
