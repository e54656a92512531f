// The drills that take a local cloud each: an engine away for a minute in the midst of everything.
import { describeDrills } from './describe-drills.ts';
import { OUTAGE_DRILLS } from './service/drills.ts';
import { OUTAGE_SABOTAGES } from './service/sabotage.ts';

describeDrills(OUTAGE_DRILLS, OUTAGE_SABOTAGES, 1);
