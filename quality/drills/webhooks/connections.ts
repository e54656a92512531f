// Records every connection of a piece of work where Node opens it, after DNS resolution. None leaves this machine:
// connections to other addresses are recorded and refused at the last moment.
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import { BlockList, Socket, type SocketAddress } from 'node:net';

export interface Connections {
  /** Target addresses of connections, with their ports if there was one. */
  readonly addresses: { readonly address: string; readonly port?: number }[];
  /** Bytes read by each closed connection. */
  readonly bytesRead: number[];
}

const watched = new AsyncLocalStorage<Connections>();

/** Node checks a socket's block list for each address just before it connects. */
class Watch extends BlockList {
  private readonly seen: Connections;

  constructor(seen: Connections) {
    super();
    this.seen = seen;
  }

  override check(given: string | SocketAddress): boolean {
    const address = typeof given === 'string' ? given : given.address;
    const isHere = /^(127\.|::1$)/.test(address);
    // A connection on this machine is recorded below, with its port.
    if (!isHere) this.seen.addresses.push({ address });
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

/** Records in `seen` the connections that the work opens. */
export function watchConnections<T>(seen: Connections, work: () => Promise<T>): Promise<T> {
  subscribeOnce();
  return watched.run(seen, work);
}
