// Tests the console's files: which are built, how large they are, and how their function answers.
import { readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { serveConsole } from '../../../../functions/http/pages/console.ts';
import { buildConsole } from '../../../../lib/bundles/console-files.ts';
import { CONSOLE_PATH } from '../../../../src/contract/console-routes.ts';
import { ROUTES } from '../../../../src/contract/routes.ts';
import type { ApiEvent } from '../../../../src/http/call.ts';
import { defineFilesEndpoint } from '../../../../src/http/endpoint.ts';
import { createMethodLookup } from '../../../../src/http/methods-in.ts';
import {
  CONSOLE_FOLDER,
  CONSOLE_LIST,
  type ConsoleFileList,
} from '../../../../src/service/wiring/packaged-files.ts';
import { context, createApiEvent } from '../../../../tools/harness/api-event.ts';

const built = await buildConsole(`${import.meta.dirname}/../../../..`);
const bytes = new Map(built.files.map(({ name, contents }) => [name, Buffer.from(contents)]));
const readContents = (name: string): Buffer => {
  const found = bytes.get(`${CONSOLE_FOLDER}/${name}`);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
};
const fileList: ConsoleFileList = JSON.parse(readContents(CONSOLE_LIST).toString('utf8'));
const { files: list, pages } = fileList;
const handle = defineFilesEndpoint(
  serveConsole({ list: fileList, read: (name, encoding) => readContents(`${name}.${encoding}`) }),
);

async function ask(file: string | undefined, headers: Record<string, string> = {}, method = 'GET') {
  const rawPath = file === undefined ? CONSOLE_PATH : `${CONSOLE_PATH}/${file}`;
  return handle(createRequest(method, rawPath, headers, file), context);
}

function createRequest(
  method: string,
  rawPath: string,
  headers: Record<string, string>,
  file?: string,
): ApiEvent {
  const { requestContext, ...rest } = createApiEvent('', undefined, headers);
  const http = { ...requestContext.http, method, path: rawPath };
  return {
    ...rest,
    rawPath,
    requestContext: { ...requestContext, http },
    ...(file !== undefined && { pathParameters: { file } }),
  };
}

const readText = (name: string): string => gunzipSync(readContents(`${name}.gzip`)).toString('utf8');
const page = readText('index.html');
const measureGzip = (name: string): number => readContents(`${name}.gzip`).length;
const measureBrotli = (name: string): number => readContents(`${name}.br`).length;
const scripts = Object.keys(list).filter((name) => name.endsWith('.js'));
const findScript = (module: string): string => {
  const found = scripts.find((name) => name.startsWith(`${module}-`));
  if (found === undefined) throw new Error(`there is no script of ${module}`);
  return found;
};

/** Returns the files that a script imports when it loads, including their own imports. */
function collectImports(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const [, imported = ''] of readText(name).matchAll(/(?:from|import)"\.\/([\w.-]+\.js)"/g))
    collectImports(imported, found);
  return found;
}

/** Returns the scripts that a page names as modules. */
function listPageScripts(name: string): string[] {
  return [...readText(name).matchAll(/(?:modulepreload" href|type="module" src)="console\/([^"]+)"/g)].map(
    ([, script = '']) => script,
  );
}

const LAZY_VIEWS = readFileSync(
  `${import.meta.dirname}/../../../../apps/console/app/loading/lazy-view.tsx`,
  'utf8',
);

describe('the console’s files', () => {
  it('have a digest in their names, except the pages and the licences', () => {
    const named = Object.entries(list).filter(([, { immutable }]) => !immutable);
    expect(named.map(([name]) => name)).toEqual([
      'import.html',
      'index.html',
      'licences.txt',
      'manage.html',
      'reports.html',
    ]);
    expect(scripts.length).toBeGreaterThan(2);
  });

  it('contain no inline code and nothing from other hosts', () => {
    expect(page.match(/(?:src|href)="[^"]+"/g)).toEqual([
      expect.stringMatching(/^href="console\/icon-\w{8}\.svg"$/),
      expect.stringMatching(/^href="console\/style-\w{8}\.css"$/),
      expect.stringMatching(/^src="console\/main-\w{8}\.js"$/),
      ...listPageScripts('index.html')
        .slice(1)
        .map((script) => `href="console/${script}"`),
      expect.stringMatching(/^src="console\/old-browser-\w{8}\.js"$/),
    ]);
    expect(page).not.toMatch(/<style|<script(?![^>]* src=)|\bon\w+=|https?:/);
  });

  it('are all preloaded by the page of a view that needs them', async () => {
    const views = [...LAZY_VIEWS.matchAll(/^ {2}(\w+): async \(\) => (?:\(await (\w+)\(\)\))?/gm)];
    expect(views.length).toBeGreaterThan(8);
    const modules = new Map(
      [...LAZY_VIEWS.matchAll(/^const (\w+) = \(\) => import\('.*\/(\w+)\.ts'\);$/gm)].map(
        ([, loader = '', module = '']) => [loader, module],
      ),
    );
    for (const [, view = '', loader = ''] of views) {
      const module = modules.get(loader);
      const needed = new Set([findScript('main'), ...(module === undefined ? [] : [findScript(module)])]);
      const all = new Set([...needed].flatMap((name) => [...collectImports(name)]));
      expect([view, listPageScripts(pages[view] ?? 'index.html').sort()]).toEqual([view, [...all].sort()]);
      // With the style and the page itself, they use the six connections that a browser opens.
      expect([view, all.size]).toEqual([view, expect.toSatisfy((size: number) => size < 7)]);
      const asked = { ...createRequest('GET', CONSOLE_PATH, {}), rawQueryString: `view=${view}&id=1` };
      expect((await handle(asked, context)).body).toBe(readText(pages[view] ?? 'index.html'));
    }
  });

  it('include a script in ES5 that names the required browsers', () => {
    const name = scripts.find((script) => script.startsWith('old-browser-')) ?? '';
    const hint = readText(name);
    // ES5 only: nothing that a browser without modules would refuse.
    expect(hint).not.toMatch(/=>|`|\b(?:const|let|class|import|export)\b|\?\.|\?\?/);
    for (const text of [
      'Chrome or Edge 111, Firefox 119, Safari 16.4',
      'Chrome oder Edge 111, Firefox 119, Safari 16.4',
    ])
      expect(hint).toContain(text);
  });

  it('include the licences of the bundled packages', () => {
    const packages = new Set(
      built.inputs.flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []),
    );
    expect([...packages].sort()).toEqual([
      ...['@preact/signals', '@preact/signals-core', 'hyparquet', 'preact'],
    ]);
    const licences = gunzipSync(readContents('licences.txt.gzip')).toString('utf8');
    // hyparquet contains a part of it.
    packages.add('snappyjs');
    for (const name of packages) expect(licences).toMatch(new RegExp(`^${name}\\n\\n`, 'm'));
    expect(licences.match(/Permission (?:is hereby granted|to use)/g)).toHaveLength(packages.size);
  });

  it('take at most 60 kB for the first view and 37.5 kB for German with gzip, and 180 kB in all with brotli', () => {
    const first = listPageScripts('index.html');
    const shown = ['index.html', ...first, ...Object.keys(list).filter((name) => /\.(css|svg)$/.test(name))];
    const sum = (names: readonly string[]): number =>
      names.reduce((total, name) => total + measureGzip(name), 0);
    expect(sum(shown)).toBeGreaterThan(15_000);
    expect(sum(shown)).toBeLessThan(60_000);
    // The orders of the demo shop load when its button is pressed.
    const [orders = '', ...others] = Object.keys(list).filter((name) => name.endsWith('.gz'));
    expect(others).toEqual([]);
    expect(sum([orders])).toBeLessThan(600_000);
    // Only readers of German load this script. It grows with the console: the tables of terminals took it beyond 34 kB, the figures of Home beyond 35 kB,
    // refusals of shops and texts of people beyond 36 kB, their tables in reports beyond 37 kB.
    const german = scripts.filter((name) => name.startsWith('german-'));
    expect(german).toHaveLength(1);
    expect(sum(german)).toBeLessThan(37_500);
    const ofViews = scripts.filter((name) => /^(?:audiences|connections|files|persons|rows)-de-/.test(name));
    expect(ofViews).toHaveLength(5);
    // The texts of persons moved here from the script above.
    expect(sum(ofViews)).toBeLessThan(10_400);
    // Few imports load this script: those of workbooks, Parquet files, ZIP archives and JSON, with exchange rates, or of
    // more than about 100,000 lines.
    const readers = scripts.filter((name) => name.startsWith('table-readers-'));
    expect(readers).toHaveLength(1);
    expect(sum(readers)).toBeLessThan(19_500);
    const apart = [orders, ...german, ...ofViews, ...readers, 'licences.txt'];
    // A visit loads one of the pages, which name the same files.
    const all = Object.keys(list).filter(
      (name) => !apart.includes(name) && (name === 'index.html' || !name.endsWith('.html')),
    );
    // All required browsers accept brotli. The worker that reads files takes 49 kB of it, and only imports load it.
    expect(all.reduce((total, name) => total + measureBrotli(name), 0)).toBeLessThan(180_000);
  });
});

describe('the function of the console', () => {
  it('returns the page, to be revalidated at each visit, with a policy that allows only its own files', async () => {
    const { statusCode, headers, body, isBase64Encoded } = await ask(undefined);
    expect([statusCode, body, isBase64Encoded ?? false]).toEqual([200, page, false]);
    expect(headers).toEqual({
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; worker-src 'self'; img-src 'self' data:; font-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Cache-Control': 'public, no-cache',
      ETag: expect.stringMatching(/^"[\w-]{27}"$/),
      Vary: 'Accept-Encoding',
      'Request-Id': expect.any(String),
      'X-Request-Id': expect.any(String),
    });
  });

  it('compresses with brotli or gzip, depending on what the browser accepts', async () => {
    const br = await ask(undefined, { 'accept-encoding': 'gzip, deflate, br' });
    expect(br.headers).toMatchObject({ 'Content-Encoding': 'br' });
    expect(brotliDecompressSync(Buffer.from(br.body ?? '', 'base64')).toString('utf8')).toBe(page);
    const gzip = await ask(undefined, { 'accept-encoding': 'gzip, br;q=0' });
    expect(gzip.headers).toMatchObject({ 'Content-Encoding': 'gzip' });
    expect(gunzipSync(Buffer.from(gzip.body ?? '', 'base64')).toString('utf8')).toBe(page);
  });

  it('lets browsers keep files with a digest in their name for a year, and returns 304 for a matching ETag', async () => {
    for (const name of scripts) {
      const { statusCode, headers } = await ask(name);
      expect([statusCode, headers]).toMatchObject([
        200,
        {
          'Content-Type': 'text/javascript; charset=utf-8',
          'Cache-Control': 'public, max-age=31536000, immutable',
        },
      ]);
    }
    const { headers } = await ask(undefined);
    const again = await ask(undefined, { 'if-none-match': String(headers?.ETag) });
    expect([again.statusCode, again.body]).toEqual([304, undefined]);
  });

  it('returns no body for HEAD, and 404 for an unknown name', async () => {
    const head = await ask(undefined, {}, 'HEAD');
    expect([head.statusCode, head.body]).toEqual([200, undefined]);
    for (const name of [
      'nope.js',
      'index.html.br',
      '../index.mjs',
      'files.json',
      'constructor',
      '__proto__',
    ]) {
      expect([name, (await ask(name)).statusCode]).toEqual([name, 404]);
    }
  });

  it('redirects the short address to the console, with its query', async () => {
    const asked = { ...createRequest('GET', '/console', {}), rawQueryString: 'view=reports' };
    const { statusCode, headers } = await handle(asked, context);
    expect([statusCode, headers?.Location]).toEqual([308, '/api/v1/console?view=reports']);
    const methodsAt = createMethodLookup(ROUTES);
    expect(methodsAt('/console')).toEqual(['GET', 'HEAD']);
    expect(methodsAt(CONSOLE_PATH)).toEqual(['GET', 'HEAD']);
  });
});
