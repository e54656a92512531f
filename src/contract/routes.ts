// All routes, as the gateway names them: `GET /api/v1/reports/{id}`.
import { AGENTS_PATH } from './agents-route.ts';
import { CONSOLE_ROUTES } from './console-routes.ts';
import { MAIL_ROUTE } from './mail-route.ts';
import { toRoute } from './operation.ts';
import { OPERATIONS } from './operations.ts';

export const ROUTES: readonly string[] = [
  ...CONSOLE_ROUTES.map((path) => `GET ${path}`),
  `POST ${AGENTS_PATH}`,
  `GET ${MAIL_ROUTE}`,
  `POST ${MAIL_ROUTE}`,
  ...OPERATIONS.map((operation) => `${operation.method} ${toRoute(operation)}`),
];
