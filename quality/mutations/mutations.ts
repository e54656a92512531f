// All mutations, in the order in which they are listed and run.

import { AGENTS } from './guards/agents.ts';
import { SHARD_GUARDS } from './guards/dataset-shards.ts';
import { DESTINATIONS } from './guards/destinations.ts';
import { EDGE } from './guards/edge.ts';
import { ERASURE } from './guards/erasure.ts';
import { EVENTS } from './guards/events.ts';
import { EXPORTS } from './guards/exports.ts';
import { HTTP } from './guards/http.ts';
import { IMPORTS_AND_ORDERS } from './guards/imports-and-orders.ts';
import { INGEST } from './guards/ingest.ts';
import { MINING } from './guards/mining.ts';
import { OPERATIONS_AND_WEBHOOKS } from './guards/operations-and-webhooks.ts';
import { PARTITIONS } from './guards/partitions.ts';
import { RATE_WINDOWS } from './guards/rate-windows.ts';
import { REPORT_LISTS } from './guards/report-lists.ts';
import { REPORTS } from './guards/reports.ts';
import { SERVICE_STORES } from './guards/service-stores.ts';
import { SOURCES } from './guards/sources.ts';
import { SUPPLY_CHAIN } from './guards/supply-chain.ts';
import type { Mutation } from './mutation.ts';

export const MUTATIONS: readonly Mutation[] = [
  ...INGEST,
  ...IMPORTS_AND_ORDERS,
  ...SHARD_GUARDS,
  ...ERASURE,
  ...SERVICE_STORES,
  ...RATE_WINDOWS,
  ...EDGE,
  ...REPORTS,
  ...PARTITIONS,
  ...MINING,
  ...REPORT_LISTS,
  ...EXPORTS,
  ...SOURCES,
  ...OPERATIONS_AND_WEBHOOKS,
  ...DESTINATIONS,
  ...EVENTS,
  ...AGENTS,
  ...HTTP,
  ...SUPPLY_CHAIN,
];
