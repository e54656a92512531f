// The words for a shop that posts its order events: its kind, how it identifies customers, and what becomes of events.

export const SOURCE_KINDS = ['shopify', 'woocommerce'] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** The credentials with which the orders of each kind of shop are read: one list for each way, the usual one first. */
export const CREDENTIAL_NAMES = {
  shopify: [['client_id', 'client_secret'], ['access_token']],
  woocommerce: [['consumer_key', 'consumer_secret']],
} as const satisfies Readonly<Record<SourceKind, readonly (readonly string[])[]>>;
export type CredentialName = (typeof CREDENTIAL_NAMES)[SourceKind][number][number];

/** Fields that can identify a customer. */
export const CUSTOMER_IDENTIFIERS = ['email', 'id'] as const;
export type CustomerIdentifier = (typeof CUSTOMER_IDENTIFIERS)[number];

/** The identifier that order files of each kind of shop use. */
export const USUAL_IDENTIFIER: Readonly<Record<SourceKind, CustomerIdentifier>> = {
  shopify: 'email',
  woocommerce: 'id',
};

/** Why a verified event changes no orders. */
export const IGNORED_REASONS = ['topic', 'test', 'no_products', 'currency', 'erased', 'unreadable'] as const;
export type IgnoredReason = (typeof IGNORED_REASONS)[number];

/** Why a source takes no events. */
export const SOURCE_PAUSE_REASONS = ['requested', 'dataset_erased', 'key_revoked'] as const;
export type PauseReason = (typeof SOURCE_PAUSE_REASONS)[number];

/** How long a secret that was replaced is still accepted. */
export const FORMER_SECRET_MS = 24 * 3_600_000;

/** The state of a connection: whether the orders of its shop are read. */
export const CONNECTION_STATUSES = ['reading', 'up_to_date', 'cancelled', 'failed'] as const;
export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number];

/** Whether a connected shop posts its events: the service has requested it, or its owner has to. */
export const CONNECTION_EVENTS = ['registered', 'manual'] as const;

/** Requests of an owner about the reading of a shop. */
export const PULLS = ['now', 'cancel'] as const;
