// DNS resolution for webhooks, as protection against SSRF and DNS rebinding: the connection goes to the address that
// was checked, so a name cannot resolve to one address for the check and to another for the connection.
import type { LookupAddress, LookupOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './receiver-url.ts';

class ForbiddenAddressError extends Error {
  override readonly name = 'ForbiddenAddressError';
  readonly code = 'ERR_ADDRESS_NOT_PUBLIC';
}

/** Returns all addresses of a name, like `lookup` of node:dns. */
export type Resolve = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Refuses a name if any of its addresses is not public. */
export function publicLookup(resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, []);
      const forbidden = addresses.find(({ address }) => !isPublicAddress(address));
      if (forbidden !== undefined) {
        return callback(
          new ForbiddenAddressError(`${hostname} resolves to an address that is not public`),
          [],
        );
      }
      const [first] = addresses;
      if (options.all === true || first === undefined) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  };
}
