// State of the report workflow that handles every error: marks the report as Failed with a reason.
import { observed } from '../../src/observability/observed.ts';
import { failState } from '../../src/reporting/states.ts';
import { wireReportItems } from '../../src/reporting/wire-states.ts';
import { documentClient } from '../../src/stores/aws/clients.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/wiring/environment.ts';

const environment = readEnvironment(ENVIRONMENT.failReport);

export const handler = observed(failState(wireReportItems(documentClient(), environment)));
