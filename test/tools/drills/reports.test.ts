// The drills of reports, their webhooks, and keys.
import { REPORT_DRILLS } from '../../../tools/drills/drills.ts';
import { IS_DEEP } from '../../../tools/harness/depth.ts';
import { describeDrills } from './describe-drills.ts';

describeDrills(REPORT_DRILLS, IS_DEEP ? 2 : 1);
