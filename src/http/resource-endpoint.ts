// One function for all operations on a resource, where they are rarely called: chosen by method, and by whether the path names
// an item.
import type { Context } from 'aws-lambda';
import type { ObjectOfFields } from '../contract/operation.ts';
import type { AdmitDeps } from './admission/admit.ts';
import { type IdempotencyDeps, idempotent } from './admission/idempotency.ts';
import type { Answer, ApiEvent, EndpointHandler } from './call.ts';
import { endpoint } from './endpoint.ts';
import { type AddressOf, located } from './location.ts';

export interface ResourceOptions {
  readonly admission: AdmitDeps;
  /** Of creating an item. */
  readonly idempotency: IdempotencyDeps;
  /** Of an item that was created. */
  readonly addressOf: AddressOf;
  readonly listQuery: ObjectOfFields;
  /** Of deleting an item. Default: none. */
  readonly removeQuery?: ObjectOfFields;
  /** The path's parameter that names an item. Default: id. */
  readonly item?: string;
  /** Only admin keys may call it. */
  readonly adminKeys?: true;
}

export function resourceEndpoint(
  handle: Readonly<Record<'create' | 'list' | 'get', EndpointHandler>> &
    Readonly<Partial<Record<'update' | 'remove', EndpointHandler>>>,
  { admission, idempotency, addressOf, listQuery, removeQuery, item = 'id', adminKeys }: ResourceOptions,
): (event: ApiEvent, context: Context) => Promise<Answer> {
  const list = endpoint(admission, { body: 'none', query: listQuery, adminKeys }, handle.list);
  const get = endpoint(admission, { body: 'none', adminKeys }, handle.get);
  const writes = new Map([
    [
      'POST',
      endpoint(
        admission,
        { body: 'json', adminKeys },
        located(addressOf, idempotent(idempotency, handle.create)),
      ),
    ],
  ]);
  if (handle.update) writes.set('PATCH', endpoint(admission, { body: 'json', adminKeys }, handle.update));
  if (handle.remove) {
    const query = removeQuery && { query: removeQuery };
    writes.set('DELETE', endpoint(admission, { body: 'none', ...query, adminKeys }, handle.remove));
  }
  return (event, context) => {
    const read = event.pathParameters?.[item] === undefined ? list : get;
    return (writes.get(event.requestContext.http.method) ?? read)(event, context);
  };
}
