// The drills of the ingest, and what each of them must notice.
import { describeDrills, describeRepeating } from './describe-drills.ts';
import { INGEST_DRILLS } from './ingest/drills.ts';
import { SABOTAGES } from './ingest/sabotage.ts';

describeDrills(INGEST_DRILLS, SABOTAGES, 15);
describeRepeating(INGEST_DRILLS, SABOTAGES);
