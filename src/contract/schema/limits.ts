// Every number a client can run into, in one place. Sources: the interface (line items, rate, context, list limit)
// and our decisions where it is silent (lengths, sizes).

export const MAX_LINE_ITEMS_PER_REQUEST = 10_000;
export const MAX_CONTACT_LENGTH = 320;
export const MAX_ID_LENGTH = 256;
export const MAX_PRODUCT_LENGTH = 512;
export const MAX_CUSTOM_FIELDS = 50;
export const MAX_CUSTOM_KEY_LENGTH = 64;
export const MAX_CUSTOM_VALUE_LENGTH = 512;
export const MAX_QUANTITY = 1_000_000_000;
export const MAX_UNIT_PRICE = 1_000_000_000_000;
export const MAX_REPORT_NAME_LENGTH = 200;
export const MAX_DATASET_NAME_LENGTH = 200;
/** Products that a dataset or a report lists as fees and services. */
export const MAX_NOT_GOODS = 200;
/** Customer ids of one person: an erasure marks them all in one transaction. */
export const MAX_MERGED_IDS = 50;
/** Customer ids of a dataset's merge list, and its bytes when compressed: each request to replace it writes them all. */
export const MAX_MERGES_IDS = 10_000;
export const MAX_MERGES_BYTES = 200_000;
export const MAX_RATES_SOURCE_LENGTH = 200;
export const MAX_WEBHOOK_URL_LENGTH = 2_048;
/** https://www.rfc-editor.org/errata/eid1690 */
export const MAX_MAIL_ADDRESS_LENGTH = 254;
export const MAX_CONTEXT_LENGTH = 500;
export const MAX_CONDITIONS = 50;
/** Products in each list of a report's request. */
export const MAX_LISTED_PRODUCTS = 200;
/** Bytes of all lists: a report's item, with its request, may have 400 kB in DynamoDB. */
export const MAX_LISTED_PRODUCTS_BYTES = 100_000;
export const MAX_IDEMPOTENCY_KEY_LENGTH = 255;

/** Longest time that a report with `wait_for_imports` waits after its request. */
export const LONGEST_WAIT_FOR_IMPORTS_MINUTES = 60;

export const REPORT_LIST_DEFAULT = 20;
export const LIST_MAX = 100;
export const IMPORT_LIST_LENGTH = 20;
/** Line items shown of each order in a list of orders. */
export const ORDER_LIST_LINES = 10;
/** Orders of a listed customer: all their keys are read to find the newest. */
export const MAX_CUSTOMER_ORDERS_PER_SHARD = 1_000;
export const CUSTOMER_LIST_DEFAULT = 100;
export const CUSTOMER_LIST_MAX = 1_000;
/** An event that no receiver has taken is sent again for so many days: a whole weekend. */
export const EVENT_RETRY_DAYS = 2;
/** Rules that a report returns at most. */
export const MAX_RULES = 10_000;
export const RULE_LIST_DEFAULT = 100;
/** 1,000 rules are about 0.6 MB. */
export const RULE_LIST_MAX = 1_000;
/** Exports in progress per account. */
export const MAX_EXPORTS_IN_PROGRESS = 3;
/** The bucket's lifecycle rule for files of exports. */
export const EXPORT_DAYS = 7;
export const EXPORT_LINK_MINUTES = 15;
/** Rows that a function can write within its 15 minutes, with room to spare. */
export const MAX_EXPORTED_RULES = 50_000_000;
export const RECOMMENDATIONS_DEFAULT = 5;
export const RECOMMENDATIONS_MAX = 20;
/** Latest orders of a customer that recommendations read: an earlier one would count less than an eighth of the last. */
export const MOST_PAST_ORDERS = 20;
/** Customer ids of one person whose orders recommendations read: each is searched in all shards of the dataset. */
export const MOST_READ_IDS = 5;
/** Other customer ids of persons that a report's recommendations hold: 200,000 small items at most. */
export const MOST_SERVED_OTHER_IDS = 100_000;
/** A query parameter that may be given several times. */
export const MAX_REPEATED_PARAMETER = 20;
/** Custom fields that recommendations of a report can be filtered by. */
export const MAX_SERVED_FIELDS = 4;
/** Values of one of them in a request: all are read at once with the cart, and one read has 100 keys. */
export const MAX_FILTER_VALUES = 10;

/** Limits of a request's body; more is a 413. */
export interface BodyLimits {
  /** Bytes as sent, before decompression. */
  readonly bytes: number;
  /** Bytes of JSON text, after decompression. */
  readonly textBytes: number;
  /** `{`, `[`, `,` and `:` outside of strings: they, and not bytes, are what parsing JSON costs. */
  readonly structuralCharacters: number;
}

/**
 * A Lambda event holds 6 MB. Text stands in it as a JSON string, in which each quote takes two bytes, and of orders up
 * to a third are quotes; whatever else is sent (compressed, or as a form, as curl does by default) stands in it as
 * base64, four characters for three bytes. More than this, and the gateway would refuse what we had promised to take.
 * 10,000 orders of one line item with all fields and 19 custom fields have 580,000 structural characters.
 */
export const ORDERS_BODY: BodyLimits = {
  bytes: 4_500_000,
  textBytes: 32_000_000,
  structuralCharacters: 600_000,
};
/** Limits of every other request: 50 conditions with escaped texts of the greatest length have 0.4 MB. */
export const SMALL_BODY: BodyLimits = {
  bytes: 1_000_000,
  textBytes: 1_000_000,
  structuralCharacters: 20_000,
};
/** Nothing that an operation takes is nested deeper than 7. */
export const MAX_JSON_DEPTH = 64;
/** Real exports compress to a tenth, made-up ones to a hundredth; DEFLATE reaches a thousandth. */
export const MAX_INFLATION_RATIO = 250;
/** Small texts may be as repetitive as they like. */
export const UNRATED_TEXT_BYTES = 2_000_000;
/**
 * A Lambda function answers at most 6,291,556 bytes of JSON, in which the body is a string: this is the body as it
 * travels, and leaves room for headers and deliveries. A report that would pass it is cut, with a warning. A body of
 * random printable ASCII, the worst that gzip meets, also fits when it is compressed and written in base64.
 */
export const MAX_REPORT_ANSWER_BYTES = 6_000_000;

/**
 * Chunks of an account that wait to be applied, above which it may send no more orders: at 20 chunks a second, which a
 * new AWS account applies, four minutes.
 */
export const MAX_QUEUED_CHUNKS = 5_000;

/** With `Prefer: wait`. API Gateway allows a request 30 s. */
export const LONGEST_HELD_READ_SECONDS = 20;
/** Reads of one account that `Prefer: wait` holds at once; and webhooks that are sent on request at once. */
export const MAX_HELD_READS_PER_ACCOUNT = 2;
/** Webhooks of one report that are sent again on request. */
export const MAX_REDELIVERIES = 50;
/** The newest attempts, which a report itself lists. */
export const DELIVERIES_IN_REPORT = 20;

/**
 * Keys per account, by kind: two secret keys are enough to replace one without downtime; one read-only key for each
 * person.
 */
export const MAX_LIVE_KEYS = { secret: 2, read_only: 20, publishable: 20, admin: 5 } as const;
/** By admin keys of an account in 24 hours: those that have ended stay in the list for a while. */
export const MAX_KEYS_CREATED_DAILY = 30;
/** Days that a key stays in the list after it ended. */
export const KEY_KEPT_DAYS = 90;
/** Days that the audit list keeps an entry. */
export const AUDIT_DAYS = 90;
export const MAX_KEY_NAME_LENGTH = 100;

/** Sources per account. */
export const MAX_SOURCES = 20;
export const MAX_SOURCE_NAME_LENGTH = 200;
export const MAX_SOURCE_SECRET_LENGTH = 256;

export const MAX_AUDIENCE_NAME_LENGTH = 200;
/** Each reads a list of up to about 100 MB. */
export const MAX_AUDIENCE_CONDITIONS = 3;
export const MAX_HOLD_OUT = 0.5;
export const MAX_DESTINATION_SECRET_LENGTH = 256;
/** A run marks all of them in one transaction. */
export const MAX_DESTINATIONS_OF_AUDIENCE = 10;
/** Concurrent deliveries per account: each holds a function while it waits for a receiver. */
export const MAX_DELIVERIES_AT_ONCE = 2;
/** Days that a destination or a webhook endpoint may be down. */
export const DELIVERY_DAYS = 3;
/** Days in which an e-mail address may confirm that it takes digests. */
export const CONFIRMATION_DAYS = 7;
/** E-mails on request in 24 hours: to one address, whichever accounts ask for them, and of one account. */
export const MAX_REQUESTED_MAILS_PER_ADDRESS = 3;
export const MAX_REQUESTED_MAILS_PER_ACCOUNT = 20;
/** For which an account's events, and the attempts to deliver them, are kept. */
export const EVENT_DAYS = 30;
/** Audiences whose members one preview reads. */
export const MAX_OVERLAPS = 3;

/** Schedules per account. */
export const MAX_SCHEDULES = 20;
export const MAX_EXPRESSION_LENGTH = 200;

export const RATE_WINDOW_MS = 60_000;
export const REQUESTS_PER_WINDOW = 60;
/** Events per source, ten a second. WooCommerce does not repeat an event that was refused. */
export const EVENTS_PER_WINDOW = 600;

/** Line items of a dataset whose reports keep them: at most 30 MB of a list. */
export const MOST_LINES_WITH_PURCHASES = 5_000_000;

/**
 * Shards that a dataset's orders are read in, in parallel; each is one partition, unless the dataset was created with
 * more.
 */
export const SHARD_COUNT = 16;

/** Row errors kept of an import, and so of each of its receipts. */
export const MAX_ROW_ERRORS = 20;

/** Pages of one shop, under its own domains and those of its staging systems. */
export const MAX_ORIGINS = 10;
