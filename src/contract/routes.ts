// Which operations a path has, for requests that no route of the gateway takes.
import { CONSOLE_PATH, SHORT_CONSOLE_PATH } from './console-routes.ts';
import { BASE_PATH } from './operation.ts';
import { OPERATIONS } from './operations.ts';

const CONSOLE = [CONSOLE_PATH, `${CONSOLE_PATH}/.+`, SHORT_CONSOLE_PATH].map((path) => ({
  method: 'GET',
  pattern: new RegExp(`^${path}$`),
}));

const PATTERNS = [
  ...CONSOLE,
  ...OPERATIONS.map((operation) => ({
    method: operation.method,
    pattern: new RegExp(
      `^${(BASE_PATH + operation.path).replaceAll('.', '\\.').replaceAll(/\{[^}]+\}/g, 'greedy' in operation ? '.+' : '[^/]+')}$`,
    ),
  })),
];

/** Methods that are answered at a path, HEAD where there is GET; none where the path is unknown. `path`: with BASE_PATH. */
export function methodsAt(path: string): string[] {
  const methods = PATTERNS.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
  return methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
}
