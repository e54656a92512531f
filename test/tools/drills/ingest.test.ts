// The drills of the ingest.
import { INGEST_DRILLS } from '../../../tools/drills/drills.ts';
import { IS_DEEP } from '../../../tools/harness/depth.ts';
import { describeDrills } from './describe-drills.ts';

describeDrills(INGEST_DRILLS, IS_DEEP ? 3 : 1);
