// The drills of the ingest.
import { INGEST_DRILLS } from '../../../quality/drills/drills.ts';
import { IS_DEEP } from '../../../quality/harness/depth.ts';
import { describeDrills } from './describe-drills.ts';

describeDrills(INGEST_DRILLS, IS_DEEP ? 3 : 1);
