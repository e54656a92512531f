// State of the report workflow: marks the report as finished.
import { observed } from '../../src/observability/observed.ts';
import { publishState } from '../../src/reporting/states.ts';
import { wireReportItems } from '../../src/reporting/wire-states.ts';
import { guardedClient } from '../../src/stores/tables/data-version.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/wiring/environment.ts';

const environment = readEnvironment(ENVIRONMENT.publishReport);

export const handler = observed(
  publishState(wireReportItems(guardedClient(environment.SERVICE_TABLE), environment)),
);
