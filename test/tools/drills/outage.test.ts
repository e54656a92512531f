// Outage drills, each with a local cloud of its own: an engine is unavailable for a minute while the service is in use.
import { OUTAGE_DRILLS } from '../../../tools/drills/drills.ts';
import { describeDrills } from './describe-drills.ts';

describeDrills(OUTAGE_DRILLS, 1);
