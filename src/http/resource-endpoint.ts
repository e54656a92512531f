// One function for all operations on a rarely used resource: chosen by method, and by whether the path names
// an item.
import type { Context } from 'aws-lambda';
import type * as v from 'valibot';
import type { Caller } from '../analysis/accounts/caller.ts';
import { NotFoundError } from '../contract/errors/errors.ts';
import type { ObjectOfFields } from '../contract/operation.ts';
import { cutPageOfAll, isUlid, parseCursor } from '../contract/paging.ts';
import { parseRequest } from '../contract/parse.ts';
import type { AdmitDeps } from './admission/admit.ts';
import { type IdempotencyDeps, makeIdempotent } from './admission/idempotency.ts';
import { type Answer, type ApiEvent, answerJson, type Call, type EndpointHandler } from './call.ts';
import { defineEndpoint } from './endpoint.ts';
import { answerVersioned, requireMatch } from './if-match.ts';
import { addLocation, type ToAddress } from './location.ts';

export interface ResourceOptions {
  readonly admission: AdmitDeps;
  /** Idempotency of requests that create an item. */
  readonly idempotency: IdempotencyDeps;
  /** Location of a created item. */
  readonly toAddress: ToAddress;
  readonly listQuery: ObjectOfFields;
  /** Query parameters of deleting an item. Default: none. */
  readonly removeQuery?: ObjectOfFields;
  /** The path parameter that names an item. Default: id. */
  readonly item?: string;
  /** Restricts the operations to admin keys. */
  readonly adminKeys?: true;
}

export function defineResourceEndpoint(
  handle: Readonly<Record<'create' | 'list' | 'get', EndpointHandler>> &
    Readonly<Partial<Record<'update' | 'remove', EndpointHandler>>>,
  { admission, idempotency, toAddress, listQuery, removeQuery, item = 'id', adminKeys }: ResourceOptions,
): (event: ApiEvent, context: Context) => Promise<Answer> {
  const list = defineEndpoint(admission, { body: 'none', query: listQuery, adminKeys }, handle.list);
  const get = defineEndpoint(admission, { body: 'none', adminKeys }, handle.get);
  const writes = new Map([
    [
      'POST',
      defineEndpoint(
        admission,
        { body: 'json', adminKeys },
        addLocation(toAddress, makeIdempotent(idempotency, handle.create)),
      ),
    ],
  ]);
  if (handle.update)
    writes.set('PATCH', defineEndpoint(admission, { body: 'json', adminKeys }, handle.update));
  if (handle.remove) {
    const query = removeQuery && { query: removeQuery };
    writes.set('DELETE', defineEndpoint(admission, { body: 'none', ...query, adminKeys }, handle.remove));
  }
  return (event, context) => {
    const read = event.pathParameters?.[item] === undefined ? list : get;
    return (writes.get(event.requestContext.http.method) ?? read)(event, context);
  };
}

/** The storage of a kind of resource, and its form in the API. */
interface Managed<Item, Ref, Create, Update> {
  /** Name of the list in an answer. */
  readonly plural: string;
  readonly createRequest: v.GenericSchema<unknown, Create>;
  readonly listQuery: v.GenericSchema<
    unknown,
    { readonly limit?: number | undefined; readonly cursor?: string | undefined }
  >;
  readonly updateRequest: v.GenericSchema<unknown, Update>;
  /** Throws NotFoundError for a path that names no item. */
  readonly toRef: (call: Call) => Ref;
  /** Throws for a path below which no item can be created, whatever the body is. */
  readonly checkPath?: (call: Call) => unknown;
  readonly getId: (item: Item) => string;
  readonly view: (item: Item, call: Call) => object;
  readonly create: (call: Call, request: Create, startedId: string | undefined) => Promise<Item>;
  /** All items, oldest first. */
  readonly list: (call: Call) => Promise<readonly Item[]>;
  readonly get: (ref: Ref) => Promise<Item>;
  readonly update: (by: Caller, ref: Ref, request: Update, check: (found: Item) => void) => Promise<Item>;
}

/** The operations on a resource whose changes require the version that the client has read. */
export function createManaged<Item, Ref, Create, Update>(
  kind: Managed<Item, Ref, Create, Update>,
): Readonly<Record<'create' | 'list' | 'get' | 'update', EndpointHandler>> {
  const { view, toRef } = kind;
  return {
    create: async (call) => {
      kind.checkPath?.(call);
      const request = parseRequest(kind.createRequest, call.body);
      return answerJson(201, view(await kind.create(call, request, call.idempotency?.started?.id), call));
    },
    list: async (call) => {
      const { limit, cursor } = parseRequest(kind.listQuery, call.query);
      const after = parseCursor(cursor, isUlid);
      const { shown, next } = cutPageOfAll(await kind.list(call), { limit, after }, kind.getId);
      return answerJson(200, { [kind.plural]: shown.map((item) => view(item, call)), ...call.sealed(next) });
    },
    get: async (call) => answerJson(200, view(await kind.get(toRef(call)), call)),
    update: async (call) => {
      const request = parseRequest(kind.updateRequest, call.body);
      const check = (found: Item): void => requireMatch(call.headers['if-match'], view(found, call));
      return answerVersioned(200, view(await kind.update(call.caller, toRef(call), request, check), call));
    },
  };
}

/** The id in the path. Throws NotFoundError for anything but a ULID. `what`: begins a sentence. */
export function getPathUlid({ path }: Pick<Call, 'path'>, parameter: string, what: string): string {
  const id = path[parameter] ?? '';
  if (!isUlid(id)) throw new NotFoundError(`${what} not found.`);
  return id;
}
