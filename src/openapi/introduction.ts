// The document's introduction and the descriptions of its tags.
import type { Tag } from '../contract/operation.ts';
import {
  MAX_INFLATION_RATIO,
  MAX_LINE_ITEMS_PER_REQUEST,
  ORDERS_BODY,
  REQUESTS_PER_WINDOW,
  SMALL_BODY,
} from '../contract/schema/limits.ts';

const megabytes = (bytes: number): string => `${bytes / 1_000_000} MB`;

export const API_DESCRIPTION = `Push order data, get market basket rules (which products are bought together) and RFM customer segments, by polling or by a
signed webhook. Every row is counted exactly once.

# Authentication

Every operation except those of this reference requires an API key, which starts with \`afn_\`: \`Authorization: Bearer
afn_…\`. An account has up to two live secret keys, for rotation, and read-only keys for its people. An admin key
(\`afn_adm_…\`) manages them; a key that is revoked or has expired is refused from the next request on.

# Limits

${REQUESTS_PER_WINDOW} requests a minute over all keys of an account, unless the operator has raised the limit. Every response of the service
has \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` (seconds); above the limit, it is 429 with \`Retry-After\`. A request has at
most ${MAX_LINE_ITEMS_PER_REQUEST.toLocaleString('en')} line items and ${megabytes(ORDERS_BODY.bytes)} as sent (${megabytes(ORDERS_BODY.textBytes)} decompressed, at most ${MAX_INFLATION_RATIO} times its compressed size, and ${ORDERS_BODY.structuralCharacters.toLocaleString('en')} of the
characters \`{ [ , :\`); other requests have at most ${megabytes(SMALL_BODY.bytes)}. More than two pushes in flight are no faster. Text must be
well-formed Unicode.

# Polling

Pushing orders and generating reports are asynchronous. Reads return an \`ETag\`, and 304 to a matching \`If-None-Match\`.
While work is in progress, \`Retry-After\` says when to read again. \`Prefer: wait=20\` holds a read of an import or a
report until it is finished, for at most that many seconds.

# Paging

Lists take \`limit\` and \`cursor\`. If there are more entries, \`has_more\` is true and the response has \`next_cursor\`: send it
as \`cursor\`, unchanged, to read the next page.

# Compatibility

Responses may gain members: ignore those that you don't know. Requests for reports refuse unknown members; orders ignore
them, with a warning, unless the request has \`Prefer: handling=strict\`. Unknown query parameters are a 400. HEAD returns
what GET does, without the body. A method that a path does not allow is a 405 with \`Allow\`; a read of a path with a
trailing slash is redirected (308) to the path without it, a write is a 404.

# Ids in paths

Percent-encode every id. URL parsers remove the path segments \`.\` and \`..\`, also as \`%2e%2e\`, so that a request for such
an id would reach its parent: clients must refuse them and empty ids, as ours do. For a customer or an order with such an id, send
the id in base64url, with \`id_encoding=base64url\`: \`DELETE /customers/Li4?id_encoding=base64url\` erases the customer \`..\`.`;

export const TAG_DESCRIPTIONS: Readonly<Record<Tag, string>> = {
  Orders: 'Push orders and follow their imports.',
  Reports: 'Generate reports and read them.',
  Webhooks: 'What the service sends to the `webhook_url` of a report.',
  Events: 'What has ended in an account, as a list, and the addresses that it is sent to.',
  Datasets: 'Orders that are analysed together.',
  Sources: 'Receive the order webhooks of Shopify and WooCommerce shops.',
  Keys: 'Create, list, limit and revoke the keys of an account, with an admin key.',
  Schedules: 'Request reports regularly.',
  Audiences: 'Lists of customers that stay in step with the orders.',
  Recommendations: 'What to show beside a cart.',
  Erasure: 'Erase datasets and customers.',
  Reference: 'This document and its page: the operations that need no key.',
};
