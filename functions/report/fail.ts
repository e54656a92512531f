// State of the report workflow that handles every error: marks the report as Failed with a reason.

import { documentClient } from '../../src/service/aws/clients.ts';
import { observed } from '../../src/service/observability/observed.ts';
import { failState } from '../../src/service/reports/states.ts';
import { wireReportItems } from '../../src/service/reports/wire-states.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/service/wiring/environment.ts';

const environment = readEnvironment(ENVIRONMENT.failReport);

export const handler = observed(failState(wireReportItems(documentClient(), environment)));
