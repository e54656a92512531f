// Listens on ports: free ones, or a fixed one with an error that explains what to do if it is in use.
import { createServer, type Server } from 'node:net';

export async function findFreePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server, 0);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Listens on loopback, or on `host`. Returns the port, also if 0 chose a free one. */
export function listen(server: Server, port: number, host = '127.0.0.1'): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRNOTAVAIL')
        return reject(new Error(`HOST: ${host} is not an address of this machine`));
      if (error.code !== 'EADDRINUSE') return reject(error);
      reject(
        new Error(`port ${port} is in use: stop what is listening there, or choose another with PORT=…`),
      );
    });
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}
