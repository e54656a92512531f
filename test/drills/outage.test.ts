// The drills that take a local cloud each: an engine away for a minute in the midst of everything.

import { OUTAGE_DRILLS } from '../../drills/service/drills.ts';
import { OUTAGE_SABOTAGES } from '../../drills/service/sabotage.ts';
import { describeDrills } from './describe-drills.ts';

describeDrills(OUTAGE_DRILLS, OUTAGE_SABOTAGES, 1);
