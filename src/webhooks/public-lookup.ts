// Name resolution for webhooks: the connection is made to an address that was checked in the same breath, so that a
// name can't resolve to one address for the check and to another for the connection.
import type { LookupAddress, LookupOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './target.ts';

export class ForbiddenAddressError extends Error {
  override readonly name = 'ForbiddenAddressError';
}

/** Gives all addresses of a name, as `lookup` of node:dns does. */
export type Resolve = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Refuses a name if any of its addresses isn't public: one good address doesn't vouch for the others. */
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
