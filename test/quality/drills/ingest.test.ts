// The drills of the ingest, and what each of them must notice.

import { INGEST_DRILLS } from '../../../quality/drills/ingest/drills.ts';
import { SABOTAGES } from '../../../quality/drills/ingest/sabotage.ts';
import { describeDrills, describeRepeating } from './describe-drills.ts';

describeDrills(INGEST_DRILLS, SABOTAGES, 3);
describeRepeating(INGEST_DRILLS, SABOTAGES);
