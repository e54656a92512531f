// Every number a client can run into, in one place. Sources: the interface (line items, rate, context, list limit)
// and our decisions where it is silent (lengths, sizes).

export const MAX_LINE_ITEMS_PER_REQUEST = 10_000;
export const MAX_ID_LENGTH = 256;
export const MAX_PRODUCT_LENGTH = 512;
export const MAX_CUSTOM_FIELDS = 50;
export const MAX_CUSTOM_KEY_LENGTH = 64;
export const MAX_CUSTOM_VALUE_LENGTH = 512;
export const MAX_QUANTITY = 1_000_000_000;
export const MAX_UNIT_PRICE = 1_000_000_000_000;
export const MAX_REPORT_NAME_LENGTH = 200;
export const MAX_WEBHOOK_URL_LENGTH = 2_048;
export const MAX_CONTEXT_LENGTH = 500;
export const MAX_CONDITIONS = 50;
export const MAX_IDEMPOTENCY_KEY_LENGTH = 255;

export const REPORT_LIST_DEFAULT = 20;
export const LIST_MAX = 100;
export const IMPORT_LIST_LENGTH = 20;

/** A Lambda event holds 6 MB, the body within it: beyond this we answer 413 ourselves, with words. */
export const MAX_BODY_BYTES = 5_500_000;
/** What a gzip body may unfold to. 10,000 line items with names, SKUs and a few custom fields stay below. */
export const MAX_INFLATED_BODY_BYTES = 32_000_000;
/** A Lambda answers at most 6 MB; a report body that would pass this is cut, with a warning. */
export const MAX_REPORT_BODY_BYTES = 5_000_000;

/** Reads of one account that `Prefer: wait` holds at once. */
export const MAX_HELD_READS_PER_ACCOUNT = 2;

export const RATE_WINDOW_MS = 60_000;
export const REQUESTS_PER_WINDOW = 60;
