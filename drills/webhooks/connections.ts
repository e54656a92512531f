// Every connection that a piece of work makes, seen where Node makes it, after names were resolved. None leaves this
// machine: what isn't loopback is noted and refused at the last moment.
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import { BlockList, Socket, type SocketAddress } from 'node:net';

export interface Connections {
  /** Addresses that a connection was to be made to, with their ports where there was one. */
  readonly addresses: { readonly address: string; readonly port?: number }[];
  /** Bytes read by each connection that is closed. */
  readonly bytesRead: number[];
}

const watched = new AsyncLocalStorage<Connections>();

/** Node asks a socket's block list for each address just before it connects to it. */
class Watch extends BlockList {
  readonly #seen: Connections;

  constructor(seen: Connections) {
    super();
    this.#seen = seen;
  }

  override check(given: string | SocketAddress): boolean {
    const address = typeof given === 'string' ? given : given.address;
    const isHere = /^(127\.|::1$)/.test(address);
    // A connection on this machine is seen with its port, below.
    if (!isHere) this.#seen.addresses.push({ address });
    return !isHere;
  }
}

let isSubscribed = false;

function subscribeOnce(): void {
  if (isSubscribed) return;
  isSubscribed = true;
  subscribe('net.client.socket', (message) => {
    const seen = watched.getStore();
    if (seen === undefined || typeof message !== 'object' || message === null || !('socket' in message))
      return;
    const { socket } = message;
    if (!(socket instanceof Socket)) return;
    Object.assign(socket, { blockList: new Watch(seen) });
    socket.on('connectionAttempt', (address: string, port: number) => {
      if (/^(127\.|::1$)/.test(address)) seen.addresses.push({ address, port });
    });
    socket.once('close', () => seen.bytesRead.push(socket.bytesRead));
  });
}

export function noConnections(): Connections {
  return { addresses: [], bytesRead: [] };
}

/** Notes in `seen` whatever connections the work makes. */
export function watchConnections<T>(seen: Connections, work: () => Promise<T>): Promise<T> {
  subscribeOnce();
  return watched.run(seen, work);
}
