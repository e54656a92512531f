// Tests the import view's worker on the corpus of hostile files, in a real tab whose heaps have a limit: each file is
// read, or refused with one sentence, and the tab survives.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import type { Browser } from 'playwright-core';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createGermanFiles, ENGLISH_FILES } from '../../../../apps/console/import/file-words.ts';
import type { FromWorker } from '../../../../apps/console/import/messages.ts';
import german from '../../../../apps/console/texts/de/files-de.json' with { type: 'json' };
import { rowsDe } from '../../../../apps/console/texts/de/rows-de.ts';
import { bundleFunctions, getBundlePath } from '../../../../lib/bundles/function-bundles.ts';
import type { FileProblem } from '../../../../packages/order-files/problems/file-problems.ts';
import { CONSOLE_FOLDER } from '../../../../src/service/wiring/packaged-files.ts';
import { launchBrowser, ONE_THREAD } from '../../../../tools/harness/browser.ts';
import {
  CORPORA,
  listEndings,
  prepareHostileFiles,
} from '../../../packages/order-files/hostile/hostile-files.ts';
import { describeInBrowser } from '../harness/in-browser.ts';

const GERMAN_FILES = createGermanFiles(german, rowsDe);

/** Limits of the worker's heap, and of the tab process's own memory. */
const [HEAP_MB, MOST_MB] = [256, 900];

/** Serves the scripts of the console, and a page whose worker previews and checks a file. */
function createConsoleServer(): Server {
  bundleFunctions();
  const folder = join(getBundlePath('http/console'), CONSOLE_FOLDER);
  const worker = readdirSync(folder).find((name) => /^import-worker-\w+\.js\.gzip$/.test(name)) ?? '';
  const page = `<!doctype html><input type="file"><script type="module">
    const worker = new Worker('${basename(worker, '.gzip')}', { type: 'module' });
    const next = (asked) => new Promise((resolve) => {
      worker.onmessage = ({ data }) => { if (data.is !== 'reading') resolve(data); };
      worker.onerror = ({ message }) => resolve({ is: 'crashed', message });
      worker.postMessage(asked);
    });
    window.read = async () => {
      const chosen = { files: [...document.querySelector('input').files], settings: { columns: {}, prices: false } };
      const preview = await next({ do: 'preview', chosen });
      return [preview, await next({ do: 'check', chosen, language: 'en' })];
    };
  </script>`;
  return createServer(({ url = '' }, response) => {
    const script = join(folder, `${url}.gzip`);
    const isScript = existsSync(script);
    const headers = isScript
      ? { 'Content-Type': 'text/javascript', 'Content-Encoding': 'gzip' }
      : { 'Content-Type': 'text/html' };
    response.writeHead(200, headers).end(isScript ? readFileSync(script) : page);
  });
}

describeInBrowser('the worker of the import view', () => {
  const server = createConsoleServer();
  let browser: Browser | undefined;
  let url = '';

  beforeAll(async () => {
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    // The server listens on a port.
    const { port } = v.parse(
      v.looseObject({ port: v.number() }),
      server.address(),
    ) satisfies Partial<AddressInfo>;
    url = `http://127.0.0.1:${port}/`;
    browser = await launchBrowser([`${ONE_THREAD},--max-old-space-size=${HEAP_MB}`]);
  });
  afterAll(async () => {
    await browser?.close();
    server.close();
  });

  it.each(CORPORA)(
    'reads small %s that claim to be large in little memory, or refuses each with one sentence',
    async (corpus) => {
      if (browser === undefined) throw new Error('the browser did not start');
      const paths = await prepareHostileFiles(corpus);
      const files = listEndings(corpus, 'page').map((ending, at) => ({ ...ending, path: paths[at] ?? '' }));
      const page = await browser.newPage();
      let crashed = false;
      page.on('crash', () => {
        crashed = true;
      });
      await page.goto(url);
      const peak = await watchMemory(browser);
      const outcomes: unknown[] = [];
      for (const { path } of files) {
        await page.locator('input').setInputFiles(path);
        const [preview, check] = await page.evaluate<readonly FromWorker[]>('read()');
        const problem = findProblem(check);
        outcomes.push([basename(path), describeOutcome(check, problem), findLine(problem)]);
        expect([basename(path), preview?.is]).toEqual([basename(path), 'previews']);
        for (const words of problem === undefined ? [] : [ENGLISH_FILES, GERMAN_FILES]) {
          const sentence = problem === undefined ? '' : words.problem(problem);
          expect(sentence).not.toMatch(/undefined|Error|stack|Maximum|Invalid/);
          expect(sentence.length).toBeLessThan(500);
          const line = findLine(problem);
          if (words === ENGLISH_FILES && line !== undefined)
            expect(sentence.toLowerCase()).toContain(`line ${line.toLocaleString('en')}`);
        }
      }
      expect(outcomes).toEqual(files.map(({ path, outcome, line }) => [basename(path), outcome, line]));
      expect(crashed).toBe(false);
      expect(peak()).toBeLessThan(MOST_MB);
      await page.close();
    },
    300_000,
  );
});

function findProblem(message: FromWorker | undefined): FileProblem | undefined {
  return message?.is === 'failed' && message.why.of === 'file' ? message.why.problem : undefined;
}

/** Describes the outcome as the corpus does. Returns the message itself for a file that is neither read nor refused. */
function describeOutcome(message: FromWorker | undefined, problem: FileProblem | undefined): unknown {
  if (problem === undefined) return message?.is === 'checked' ? 'read' : message;
  return problem.code === 'table_limit' ? problem.limit : problem.code;
}

function findLine(problem: FileProblem | undefined): number | undefined {
  return problem !== undefined && 'line' in problem ? problem.line : undefined;
}

/** Returns the peak of a page process's own memory, in MB, when it ends. */
async function watchMemory(browser: Browser): Promise<() => number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  let peak = 0;
  const timer = setInterval(() => {
    for (const { id } of processInfo.filter(({ type }) => type === 'renderer'))
      peak = Math.max(peak, readOwnMegabytes(id));
  }, 50);
  return () => {
    clearInterval(timer);
    return peak;
  };
}

function readOwnMegabytes(processId: number): number {
  const status = readFileSync(`/proc/${processId}/status`, 'utf8');
  return Math.round(Number(/RssAnon:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1_024);
}
