// The default route: a request that matches no operation gets a 404 in the contract's shape and counts against the rate
// limit.
import { NotFoundError } from '../../src/core/errors.ts';
import { refuseAll } from '../../src/http/endpoint.ts';
import { wireAdmission } from '../../src/http/wire.ts';
import { documentClient } from '../../src/stores/clients.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/wiring/environment.ts';

const environment = readEnvironment(ENVIRONMENT.unknownRoute);
export const handler = refuseAll(
  wireAdmission(documentClient(), environment),
  ({ requestContext: { http } }) => new NotFoundError(`No such endpoint: ${http.method} ${http.path}`),
);
