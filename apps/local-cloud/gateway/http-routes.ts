// Finds the route of the HTTP API for a request: exact paths before parameters, parameters before greedy ones, a method
// before ANY, and $default for the rest.
import type { LocalFunction } from '../functions/functions.ts';

export interface Route {
  /** `POST /api/v1/reports`, or `$default`. */
  readonly routeKey: string;
  readonly target: LocalFunction;
}

export interface Match extends Route {
  /** Percent-decoded, as API Gateway passes them. */
  readonly pathParameters: Readonly<Record<string, string>>;
}

export function createRouter(routes: readonly Route[]) {
  const compiled = routes
    .filter(({ routeKey }) => routeKey !== '$default')
    .map((route) => ({ route, ...compile(route.routeKey) }))
    .sort((a, b) => a.rank - b.rank);
  const fallback = routes.find(({ routeKey }) => routeKey === '$default');
  return (method: string, path: string): Match | undefined => {
    for (const candidate of compiled) {
      if (candidate.method !== 'ANY' && candidate.method !== method) continue;
      const found = candidate.pattern.exec(path);
      if (found === null) continue;
      const pairs = candidate.names.map((name, i) => [name, decodeText(found[i + 1] ?? '')]);
      return { ...candidate.route, pathParameters: Object.fromEntries(pairs) };
    }
    return fallback && { ...fallback, pathParameters: {} };
  };
}

function compile(routeKey: string) {
  const [method = 'ANY', path = '/'] = routeKey.split(' ');
  const names: string[] = [];
  const pattern = path.replace(
    /\{([^}+]+)(\+?)\}|[.*+?^$()|[\]\\]/g,
    (text, name?: string, greedy?: string) => {
      if (name === undefined) return `\\${text}`;
      names.push(name);
      return greedy === '+' ? '(.+)' : '([^/]+)';
    },
  );
  const rank = names.length * 2 + (path.includes('+}') ? 1_000 : 0) + (method === 'ANY' ? 1 : 0);
  return { method, names, pattern: new RegExp(`^${pattern}$`), rank };
}

export function decodeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
