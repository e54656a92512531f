// All routes, as the gateway names them: `GET /api/v1/reports/{id}`.
import { CONSOLE_ROUTES } from './console-routes.ts';
import { routeOf } from './operation.ts';
import { OPERATIONS } from './operations.ts';

export const ROUTES: readonly string[] = [
  ...CONSOLE_ROUTES.map((path) => `GET ${path}`),
  ...OPERATIONS.map((operation) => `${operation.method} ${routeOf(operation)}`),
];
