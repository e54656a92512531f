// Drops connections from other machines to a port that a library opened on every interface. What the local engines
// hold is somebody's customers, and nothing asks for credentials.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Socket } from 'node:net';

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

/** Gives the function that ends the watch. */
export function loopbackOnly(port: number): () => void {
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
