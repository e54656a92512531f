// The drills of the service as its callers meet it.
import type { Drill } from '../ingest/run.ts';
import { handlerThrows } from './handler-throws.ts';
import { keyRevoked } from './key-revoked.ts';

export const SERVICE_DRILLS: readonly Drill[] = [keyRevoked, handlerThrows];
