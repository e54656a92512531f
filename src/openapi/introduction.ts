// What the document says before its operations.
import type { Tag } from '../contract/operation.ts';

export const API_DESCRIPTION = `Push order data, get market basket rules (which products are bought together) and RFM customer segments, by polling or by a
signed webhook. Every row is counted exactly once.

# Authentication

Every operation but those of this reference takes an API key, which begins with \`afn_\`: \`Authorization: Bearer afn_…\`.
An account has up to two live keys, for rotation; a revoked one is refused by the next request.

# Limits

60 requests a minute over all keys of an account, unless it was given more: \`X-RateLimit-Limit\` and
\`X-RateLimit-Remaining\` are on every answer of the service, and beyond them it is 429 with \`Retry-After\`. A request has at
most 10,000 line items and 5.5 MB (32 MB decompressed, at most 250 times its compressed size, and 600,000 of the
characters \`{ [ , :\`); other requests have at most 1 MB; more than two pushes in flight bring nothing. Text is
well-formed Unicode.

# Polling

Pushing orders and generating reports are asynchronous. Reads carry an \`ETag\` and answer 304 to \`If-None-Match\`; what
goes on says \`Retry-After\`; and \`Prefer: wait=20\` holds a read of an import or a report until it is finished, or for so
many seconds.

# Paging

Lists take \`limit\` and \`cursor\`. While there is more, an answer has \`next_cursor\`: hand it back as it is.

# Compatibility

Members may be added to answers: ignore those that you don't know. Requests for reports refuse members that they don't
know; orders ignore them.`;

export const TAG_DESCRIPTIONS: Readonly<Record<Tag, string>> = {
  Orders: 'Push orders, and see how their imports go.',
  Reports: 'Generate reports and read them.',
  Datasets: 'Orders that are analysed together.',
  Erasure: 'Erase datasets and customers, and see what it took.',
  Reference: 'This document and its page: the operations that need no key.',
};
