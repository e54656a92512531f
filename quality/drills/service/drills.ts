// Drills of the service as its clients see it.
import type { Drill } from '../ingest/run.ts';
import { floods } from './flood.ts';
import { handlerThrows } from './handler-throws.ts';
import { keyRevoked } from './key-revoked.ts';
import { outages } from './outage.ts';

/** Each run has its own local cloud. */
export const OUTAGE_DRILLS: readonly Drill[] = [...outages, ...floods];

export const SERVICE_DRILLS: readonly Drill[] = [keyRevoked, handlerThrows];
