// The drills of reports, webhooks and the service around them, and what each of them must notice.
import { describeDrills, describeRepeating } from './describe-drills.ts';
import { REPORT_DRILLS } from './reports/drills.ts';
import { REPORT_SABOTAGES } from './reports/sabotage.ts';
import { SERVICE_DRILLS } from './service/drills.ts';
import { SERVICE_SABOTAGES } from './service/sabotage.ts';
import { WEBHOOK_DRILLS } from './webhooks/drills.ts';
import { WEBHOOK_SABOTAGES } from './webhooks/sabotage.ts';

const DRILLS = [...REPORT_DRILLS, ...WEBHOOK_DRILLS, ...SERVICE_DRILLS];
const SABOTAGES = [...REPORT_SABOTAGES, ...WEBHOOK_SABOTAGES, ...SERVICE_SABOTAGES];

describeDrills(DRILLS, SABOTAGES, 6);
describeRepeating(DRILLS, SABOTAGES);
