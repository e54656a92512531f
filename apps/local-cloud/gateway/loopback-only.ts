// Drops connections from other machines to a port that a library opened on every interface. The local engines hold
// customer data and check no credentials.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Socket } from 'node:net';

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

/** Returns the function that stops the check. */
export function refuseOutsideLoopback(port: number): () => void {
  const onSocket = (message: unknown): void => {
    if (typeof message !== 'object' || message === null || !('socket' in message)) return;
    const { socket } = message;
    if (!(socket instanceof Socket) || socket.localPort !== port) return;
    if (!LOOPBACK.test(socket.remoteAddress ?? '') || !LOOPBACK.test(socket.localAddress ?? ''))
      socket.destroy();
  };
  subscribe('net.server.socket', onSocket);
  return () => unsubscribe('net.server.socket', onSocket);
}
