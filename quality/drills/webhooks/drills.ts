// The webhook drills.
import type { Drill } from '../ingest/run.ts';
import { forgedAddresses } from './forged-address.ts';
import { receivers } from './receiver.ts';

export const WEBHOOK_DRILLS: readonly Drill[] = [receivers, forgedAddresses];
