// State of the report workflow that handles every error: marks the report as Failed with a reason.

import { createDocumentClient } from '../../src/service/aws/clients.ts';
import { observeHandler } from '../../src/service/observability/observed.ts';
import { createFailState } from '../../src/service/reports/states.ts';
import { wireReportItems } from '../../src/service/reports/wire-states.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/service/wiring/environment.ts';

const environment = readEnvironment(ENVIRONMENT.failReport);

export const handler = observeHandler(createFailState(wireReportItems(createDocumentClient(), environment)));
