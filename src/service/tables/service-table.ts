// Keys of the Service table (single-table design). Every item of a tenant has a partition key that starts
// with the account id, so that a lookup with another tenant's id finds nothing.

import { hash32 } from '../../analysis/ingest/hash.ts';

export const SERVICE_KEYS = { partition: 'pk', sort: 'sk', ttl: 'expires_at_s' } as const;

/**
 * Sparse index of unfinished imports, reports, exports, erasures, runs of audiences, destinations that are
 * not in step, webhook endpoints with events to send and connections with orders to read, oldest first, for
 * the reconciler; of events that are not in their account's log; and of schedules, audiences and connections
 * by the time of their next run.
 */
export const UNFINISHED_INDEX = {
  name: 'unfinished',
  partition: 'unfinished_kind',
  sort: 'unfinished_since',
} as const;

/**
 * Partitions of the index over which imports, and events, are spread: one accepts 1,000 write units a second,
 * which are 500 of them. Only accounts with a webhook endpoint have events, which are read every minute.
 */
const SPREAD = { import: 16, event: 4 } as const;

/** Partition of the index for an import or an event. */
export const toUnfinishedPartition = (kind: keyof typeof SPREAD, id: string): string =>
  `${kind}#${hash32(id) % SPREAD[kind]}`;

/** All partitions of the index that list work of a kind. */
export function listUnfinishedPartitions(kind: UnfinishedKind): string[] {
  if (kind !== 'import' && kind !== 'event') return [kind];
  return Array.from({ length: SPREAD[kind] }, (_, at) => `${kind}#${at}`);
}

export type UnfinishedKind =
  | 'import'
  | 'report'
  | 'export'
  | 'erasure'
  | 'schedule'
  | 'audience'
  | 'audience-run'
  | 'destination'
  | 'webhook-endpoint'
  | 'event'
  | 'connection'
  | 'connection-due'
  | 'open-table';

export interface ServiceKey {
  readonly pk: string;
  readonly sk: string;
}

/**
 * Looked up before the account is known. These, the addresses of sources, their rate windows, those of
 * unauthenticated clients and the held reads are the only items outside a tenant's partition.
 */
export const toApiKeyKey = (hash: string): ServiceKey => ({ pk: `key#${hash}`, sk: 'key' });

export const toAccountKey = (accountId: string): ServiceKey => ({ pk: accountId, sk: 'account' });

export const ACCOUNT_API_KEY_PREFIX = 'key#';
export const toAccountApiKeyKey = (accountId: string, hash: string): ServiceKey => ({
  pk: accountId,
  sk: `${ACCOUNT_API_KEY_PREFIX}${hash}`,
});

export const DATASET_PREFIX = 'dataset#';
export const toDatasetKey = (accountId: string, slug: string): ServiceKey => ({
  pk: accountId,
  sk: `${DATASET_PREFIX}${slug}`,
});

export const IMPORT_PREFIX = 'import#';
export const toImportKey = (accountId: string, importId: string): ServiceKey => ({
  pk: accountId,
  sk: `${IMPORT_PREFIX}${importId}`,
});

/**
 * `path` is '' for the whole chunk; '0' and '1' are the halves of a chunk that was too large, '00' and '01' the halves
 * of '0'.
 */
export const toReceiptKey = (
  accountId: string,
  importId: string,
  chunk: number,
  path: string,
): ServiceKey => ({
  pk: `${accountId}#import#${importId}`,
  sk: `${toReceiptPrefix(chunk)}${path}`,
});
export const toReceiptPartition = (accountId: string, importId: string): string =>
  `${accountId}#import#${importId}`;
export const toReceiptPrefix = (chunk: number): string => `receipt#${String(chunk).padStart(7, '0')}#`;
export const RECEIPT_PREFIX = 'receipt#';

export const REPORT_PREFIX = 'report#';
export const toReportKey = (accountId: string, reportId: string): ServiceKey => ({
  pk: accountId,
  sk: `${REPORT_PREFIX}${reportId}`,
});

const EXPORT_PREFIX = 'export#';
/** `source`: the report, or `orders.<slug>` for the orders of a dataset. */
export const toExportPrefix = (source: string): string => `${EXPORT_PREFIX}${source}#`;
export const toExportKey = (accountId: string, source: string, exportId: string): ServiceKey => ({
  pk: accountId,
  sk: `${toExportPrefix(source)}${exportId}`,
});

/** The account's exports in progress. */
export const toExportSlotsKey = (accountId: string): ServiceKey => ({ pk: accountId, sk: 'export-slots' });

/** The table of Parquet files that a dataset is kept as. */
export const toOpenTableKey = (accountId: string, slug: string): ServiceKey => ({
  pk: accountId,
  sk: `open-table#${slug}`,
});

/** A shop that posts its order events. */
export const SOURCE_PREFIX = 'source#';
export const toSourceKey = (accountId: string, sourceId: string): ServiceKey => ({
  pk: accountId,
  sk: `${SOURCE_PREFIX}${sourceId}`,
});

/** How far the orders of a source's shop have been read with its credentials. */
export const CONNECTION_PREFIX = 'connection#';
export const toConnectionKey = (accountId: string, sourceId: string): ServiceKey => ({
  pk: accountId,
  sk: `${CONNECTION_PREFIX}${sourceId}`,
});

/** Requests a report whenever it is due. */
export const SCHEDULE_PREFIX = 'schedule#';
export const toScheduleKey = (accountId: string, scheduleId: string): ServiceKey => ({
  pk: accountId,
  sk: `${SCHEDULE_PREFIX}${scheduleId}`,
});

/** Customers who meet conditions. */
export const AUDIENCE_PREFIX = 'audience#';
export const toAudienceKey = (accountId: string, audienceId: string): ServiceKey => ({
  pk: accountId,
  sk: `${AUDIENCE_PREFIX}${audienceId}`,
});
export const toAudienceRunPrefix = (audienceId: string): string => `audience-run#${audienceId}#`;
export const toAudienceRunKey = (accountId: string, audienceId: string, runId: string): ServiceKey => ({
  pk: accountId,
  sk: `${toAudienceRunPrefix(audienceId)}${runId}`,
});

/** Copies of audiences elsewhere. */
export const DESTINATION_PREFIX = 'destination#';
export const toDestinationPrefix = (audienceId: string): string => `${DESTINATION_PREFIX}${audienceId}#`;
export const toDestinationKey = (
  accountId: string,
  audienceId: string,
  destinationId: string,
): ServiceKey => ({
  pk: accountId,
  sk: `${toDestinationPrefix(audienceId)}${destinationId}`,
});
export const toAudienceDeliveryPrefix = (audienceId: string): string => `audience-delivery#${audienceId}#`;
export const toAudienceDeliveryKey = (
  accountId: string,
  audienceId: string,
  deliveryId: string,
): ServiceKey => ({ pk: accountId, sk: `${toAudienceDeliveryPrefix(audienceId)}${deliveryId}` });

/** Erased customers whom a destination has yet to delete. `hash`: hash of the id, hexadecimal. */
export const toForgottenPartition = (accountId: string, destinationId: string): string =>
  `${accountId}#forgotten#${destinationId}`;
export const toForgottenKey = (accountId: string, destinationId: string, hash: string): ServiceKey => ({
  pk: toForgottenPartition(accountId, destinationId),
  sk: hash,
});

/** An event that is not yet in its account's log: written in the transaction of the end that it reports. */
export const EVENT_PREFIX = 'event#';
export const toEventKey = (accountId: string, eventId: string): ServiceKey => ({
  pk: accountId,
  sk: `${EVENT_PREFIX}${eventId}`,
});

/** The number of the log's newest event, and how many endpoints the account has. */
export const toEventLogKey = (accountId: string): ServiceKey => ({ pk: accountId, sk: 'event-log' });

/** In a partition apart from the account's other items, because events are many and short-lived. */
export const toLoggedEventKey = (accountId: string, sequence: number): ServiceKey => ({
  pk: `${accountId}#events`,
  sk: String(sequence).padStart(12, '0'),
});

/** Receivers of an account's events. */
export const ENDPOINT_PREFIX = 'webhook-endpoint#';
export const toEndpointKey = (accountId: string, endpointId: string): ServiceKey => ({
  pk: accountId,
  sk: `${ENDPOINT_PREFIX}${endpointId}`,
});

/** Deliveries to an endpoint. */
export const toEndpointDeliveryKey = (
  accountId: string,
  endpointId: string,
  deliveryId: string,
): ServiceKey => ({ pk: `${accountId}#endpoint#${endpointId}`, sk: deliveryId });

/** Names the account of a source: looked up before the account is known. */
export const toSourceAddressKey = (sourceId: string): ServiceKey => ({ pk: `hook#${sourceId}`, sk: 'hook' });

/** The account's reports that are being generated, and those that wait for their turn. */
export const toReportSlotsKey = (accountId: string): ServiceKey => ({ pk: accountId, sk: 'report-slots' });

/** The computing reports of all accounts, and the number of waiting ones. */
export const STAGE_LINE_KEY: ServiceKey = { pk: 'report-line', sk: 'line' };

export const ERASURE_PREFIX = 'erasure#';
export const toErasureKey = (accountId: string, erasureId: string): ServiceKey => ({
  pk: accountId,
  sk: `${ERASURE_PREFIX}${erasureId}`,
});

/** The served version of a dataset's recommendations. */
export const toRecommendationsKey = (accountId: string, slug: string): ServiceKey => ({
  pk: accountId,
  sk: `recommendations#${slug}`,
});

/** A version of a dataset's recommendations, named after its report. */
export const toRecommendationsPartition = (accountId: string, slug: string): string =>
  `${accountId}#recommendations#${slug}`;
export const toRecommendationVersionKey = (
  accountId: string,
  slug: string,
  reportId: string,
): ServiceKey => ({
  pk: toRecommendationsPartition(accountId, slug),
  sk: reportId,
});

/** The products of a version, spread over shards. */
export const toRecommendationShard = (
  accountId: string,
  slug: string,
  reportId: string,
  shard: number,
): string => `${toRecommendationsPartition(accountId, slug)}#${reportId}#${String(shard).padStart(2, '0')}`;

/** The erasures of a dataset: the latest ones and those in progress. */
export const toErasureMarkKey = (accountId: string, slug: string): ServiceKey => ({
  pk: accountId,
  sk: `erased#${slug}`,
});

/** `digest` identifies the customer. */
export const toCustomerMarkKey = (accountId: string, slug: string, digest: string): ServiceKey => ({
  pk: `${accountId}#erased#${slug}`,
  sk: digest,
});

/** Deletions by the walker of one shard for one erasure that are not booked yet. */
export const toErasureTallyPartition = (accountId: string, slug: string): string =>
  `${accountId}#erasing#${slug}`;
export const toErasureTallyKey = (
  accountId: string,
  slug: string,
  erasureId: string,
  shard: number,
): ServiceKey => ({
  pk: toErasureTallyPartition(accountId, slug),
  sk: `${erasureId}#${String(shard).padStart(2, '0')}`,
});

export const toDeliveryKey = (accountId: string, reportId: string, attempt: number): ServiceKey => ({
  pk: `${accountId}#report#${reportId}`,
  sk: `delivery#${String(attempt).padStart(4, '0')}`,
});

/** `key`: the client's Idempotency-Key. */
export const toIdempotencyKey = (accountId: string, key: string): ServiceKey => ({
  pk: `${accountId}#idempotency`,
  sk: key,
});

/** Audit entries: changes made with API keys. They have a partition of their own, because there may be many. */
export const toAuditKey = (accountId: string, entryId: string): ServiceKey => ({
  pk: `${accountId}#audit`,
  sk: entryId,
});

/** `month`: YYYY-MM, UTC. */
export const toUsageKey = (accountId: string, month: string): ServiceKey => ({
  pk: accountId,
  sk: `usage#${month}`,
});

/**
 * Number of partitions that hold a dataset's orders, unless it is the default. Outlives an erasure of the
 * dataset.
 */
export const SHARDS_PREFIX = 'shards#';
export const toShardsKey = (accountId: string, slug: string): ServiceKey => ({
  pk: accountId,
  sk: `${SHARDS_PREFIX}${slug}`,
});

/** The merge list of a dataset. */
export const toMergesKey = (accountId: string, slug: string): ServiceKey => ({
  pk: accountId,
  sk: `merges#${slug}`,
});

export const toRowCounterPartition = (accountId: string): string => `${accountId}#rows`;
export const toRowCounterKey = (accountId: string, shard: number): ServiceKey => ({
  pk: toRowCounterPartition(accountId),
  sk: String(shard).padStart(2, '0'),
});

/** Held reads and webhooks sent on request, of all accounts. */
export const HELD_READS_KEY: ServiceKey = { pk: 'held-reads', sk: 'leases' };
export const WEBHOOK_SENDS_KEY: ServiceKey = { pk: 'webhook-sends', sk: 'leases' };
export const DELIVERY_STEPS_KEY: ServiceKey = { pk: 'delivery-steps', sk: 'leases' };
export const EVENT_STEPS_KEY: ServiceKey = { pk: 'event-steps', sk: 'leases' };
export const PULL_STEPS_KEY: ServiceKey = { pk: 'pull-steps', sk: 'leases' };

/**
 * Requests with a publishable key in one minute: of the key, or of an address that uses it. `minute`: since
 * 1970.
 */
export const toRequestBudgetKey = (name: string, minute: number): ServiceKey => ({
  pk: `${name}#budget`,
  sk: String(minute),
});

/** A caller with a valid key is identified by its account; one without, by its address. */
export const toRateWindowKey = (caller: string): ServiceKey => ({ pk: `${caller}#rate`, sk: 'window' });
