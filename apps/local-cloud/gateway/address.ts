// Reads the address that the gateway listens on and its public address: this machine only, unless HOST says otherwise.
// Links use PUBLIC_URL if a proxy or a container's port is in front.
import { isIP } from 'node:net';

export interface GatewayAddress {
  readonly host: string;
  /** Whether other machines can reach it. */
  readonly isOpen: boolean;
  /** Without a path and a trailing slash; undefined: the address that it listens on. */
  readonly publicUrl: string | undefined;
}

export const THIS_MACHINE: GatewayAddress = { host: '127.0.0.1', isOpen: false, publicUrl: undefined };

const LOOPBACK = /^(127\.|::1$|localhost$)/;
const EVERY_ADDRESS = ['0.0.0.0', '::'];

/** Throws an error that names the variable with an invalid value. */
export function parseGatewayAddress({ HOST, PUBLIC_URL }: NodeJS.ProcessEnv): GatewayAddress {
  const host = HOST || THIS_MACHINE.host;
  if (isIP(host) === 0 && host !== 'localhost')
    throw new Error(`HOST: expected an IP address of this machine, such as 0.0.0.0 for all, got ${host}`);
  return {
    host,
    isOpen: !LOOPBACK.test(host),
    publicUrl: PUBLIC_URL === undefined || PUBLIC_URL === '' ? undefined : parseOrigin(PUBLIC_URL),
  };
}

function parseOrigin(given: string): string {
  const url = URL.parse(given);
  const isOrigin =
    url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '';
  if (isOrigin && url.hash === '' && url.username === '') return url.origin;
  throw new Error(
    `PUBLIC_URL: expected an address without a path, such as https://orders.example.com, got ${given}`,
  );
}

/** Returns the URL at which programs of this machine reach it. */
export function toLocalUrl(host: string, port: number): string {
  const reached = EVERY_ADDRESS.includes(host) ? THIS_MACHINE.host : host;
  return `http://${isIP(reached) === 6 ? `[${reached}]` : reached}:${port}`;
}
