// The methods of a path, for requests that no route of the gateway takes.

/** Includes HEAD where there is GET; empty for an unknown path. `routes`: as the gateway names them. */
export function createMethodLookup(routes: readonly string[]): (path: string) => string[] {
  const patterns = routes.map((route) => {
    const [method = '', path = ''] = route.split(' ');
    const named = path
      .replaceAll('.', '\\.')
      .replaceAll(/\{[^}]+\+\}/g, '.+')
      .replaceAll(/\{[^}]+\}/g, '[^/]+');
    return { method, pattern: new RegExp(`^${named}$`) };
  });
  return (path) =>
    patterns
      .filter(({ pattern }) => pattern.test(path))
      .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
}
