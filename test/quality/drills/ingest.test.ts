// The drills of the ingest, and what each of them must notice.

import { INGEST_DRILLS } from '../../../quality/drills/ingest/drills.ts';
import { SABOTAGES } from '../../../quality/drills/ingest/sabotage.ts';
import { IS_DEEP } from '../../../quality/harness/depth.ts';
import { describeDrills } from './describe-drills.ts';

describeDrills(INGEST_DRILLS, SABOTAGES, IS_DEEP ? 3 : 1);
