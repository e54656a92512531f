// Serves the built site on this machine only, until Ctrl-C.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join, posix } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** `base`: the path that the site was built for. */
export function serveSite(folder: string, base: string, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    const file = findFile(folder, base, request.url ?? '/');
    const found = file ?? join(folder, '404.html');
    response.writeHead(file === undefined ? 404 : 200, {
      'Content-Type': TYPES[extname(found)] ?? 'application/octet-stream',
      'X-Content-Type-Options': 'nosniff',
    });
    response.end(existsSync(found) ? readFileSync(found) : 'Not found.');
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

/** Undefined for a missing file, or one outside of the folder: a resolved address has no `..` left. */
function findFile(folder: string, base: string, url: string): string | undefined {
  let path: string;
  try {
    path = posix.normalize(decodeURIComponent(new URL(url, 'http://localhost').pathname));
  } catch {
    return undefined;
  }
  if (!path.startsWith(base) || path.includes('\0')) return undefined;
  const target = join(folder, path.slice(base.length));
  const file = path.endsWith('/') ? join(target, 'index.html') : target;
  return existsSync(file) && statSync(file).isFile() ? file : undefined;
}
