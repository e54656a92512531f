// The drills of reports, webhooks and the service around them, and what each of them must notice.

import { REPORT_DRILLS } from '../../../quality/drills/reports/drills.ts';
import { REPORT_SABOTAGES } from '../../../quality/drills/reports/sabotage.ts';
import { SERVICE_DRILLS } from '../../../quality/drills/service/drills.ts';
import { SERVICE_SABOTAGES } from '../../../quality/drills/service/sabotage.ts';
import { WEBHOOK_DRILLS } from '../../../quality/drills/webhooks/drills.ts';
import { WEBHOOK_SABOTAGES } from '../../../quality/drills/webhooks/sabotage.ts';
import { IS_DEEP } from '../../../quality/harness/depth.ts';
import { describeDrills } from './describe-drills.ts';

const DRILLS = [...REPORT_DRILLS, ...WEBHOOK_DRILLS, ...SERVICE_DRILLS];
const SABOTAGES = [...REPORT_SABOTAGES, ...WEBHOOK_SABOTAGES, ...SERVICE_SABOTAGES];

describeDrills(DRILLS, SABOTAGES, IS_DEEP ? 2 : 1);
