// The drills that need a whole local cloud each: an engine is unavailable for a minute while the service is in use.

import { OUTAGE_DRILLS } from '../../../quality/drills/service/drills.ts';
import { OUTAGE_SABOTAGES } from '../../../quality/drills/service/sabotage.ts';
import { describeDrills } from './describe-drills.ts';

describeDrills(OUTAGE_DRILLS, OUTAGE_SABOTAGES, 1);
