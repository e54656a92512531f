// Checks webhook receivers, as protection against SSRF (server-side request forgery). Outside the local
// stage: https on port 443, no credentials in the URL, and only public addresses. The URL is checked when a
// report is requested, its resolved addresses at every attempt.
import ipaddr from 'ipaddr.js';
import { describeExpected, type ExpectedAddress } from '../../contract/sentences/work-sentences.ts';
import type { WebhookTargets } from '../wiring/environment.ts';

/** Why the URL is not allowed, as the end of a sentence; undefined if it is allowed. */
export function findReceiverUrlProblem(url: string, receivers: WebhookTargets): string | undefined {
  const expected = findExpected(url, receivers);
  return expected && describeExpected(expected);
}

/** The expected form of the URL; undefined if it is allowed. */
export function findExpected(url: string, receivers: WebhookTargets): ExpectedAddress | undefined {
  const { protocol, port, username, password, hostname } = new URL(url);
  if (username !== '' || password !== '') return 'no_credentials';
  if (receivers === 'any') {
    return protocol === 'https:' || protocol === 'http:' ? undefined : 'http';
  }
  if (protocol !== 'https:') return 'https';
  if (port !== '') return 'port_443';
  // The URL parser has already converted decimal, hex and octal notations to dotted IPv4.
  const address = hostname.replace(/^\[|\]$/g, '');
  if (ipaddr.isValid(address) && !isPublicAddress(address)) return 'public_address';
  if (/(^|\.)(localhost|local|internal)\.?$/i.test(hostname)) return 'public_host';
  return undefined;
}

/** https://www.iana.org/assignments/ipv6-address-space */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** False for private, loopback, link-local, carrier-grade NAT, multicast and every other special-purpose range. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  // The rest of IPv6 is not allocated, but includes ::127.0.0.1 and similar (the deprecated IPv4-compatible addresses).
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_IPV6);
}
