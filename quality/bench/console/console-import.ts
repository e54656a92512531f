// Importing a file in the console against the command line's push of the same file, and the memory of the page while it
// checks a larger one: npm run -s bench -- console-import [--lines N] [--sent N].
import { execFile } from 'node:child_process';
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs, promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import * as v from 'valibot';
import { launchBrowser } from '../../harness/browser.ts';
import { createClient } from '../../harness/client.ts';
import { generatedLines } from '../ingest/order-files.ts';
import { type BenchCloud, openBenchCloud } from '../measuring/bench-cloud.ts';
import { reportCase } from '../measuring/json-lines.ts';

/** For a million rows on a busy machine. */
const PATIENCE_MS = 600_000;
const POLL_MS = 1_000;
const unfinished = v.object({ imports: v.array(v.unknown()) });

export async function benchConsoleImport(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      /** Checked in the page, for its memory. */
      lines: { type: 'string', default: '1000000' },
      /** Sent by the page and by the command line. */
      sent: { type: 'string', default: '200000' },
    },
  });
  const browser = await launchBrowser();
  if (browser === undefined) throw new Error('no Chromium was found: set CHROMIUM_PATH to the path of one');
  const dir = mkdtempSync(join(tmpdir(), 'bench-console-import-'));
  try {
    const cloud = await openBenchCloud(dir, () => undefined);
    try {
      await benchMemory(browser, cloud, await fileOf(dir, Number(values.lines)), Number(values.lines));
      await benchRates(browser, cloud, await fileOf(dir, Number(values.sent)), Number(values.sent));
    } finally {
      await cloud.stop();
    }
  } finally {
    await browser.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function fileOf(dir: string, lines: number): Promise<string> {
  const file = join(dir, `${lines}.csv`);
  await pipeline(Readable.from(generatedLines(lines)), createWriteStream(file));
  return file;
}

async function benchMemory(browser: Browser, cloud: BenchCloud, file: string, lines: number): Promise<void> {
  const page = await openImport(browser, cloud);
  const before = await largestRenderer(browser);
  const own = await watchOwnMemory(browser);
  const seconds = await checked(page, file);
  reportCase('console-import-check', {
    lines,
    lines_per_second: Math.round(lines / seconds),
    page_mb_before: before,
    page_mb_peak: await largestRenderer(browser),
    page_own_mb_peak: own(),
  });
  await page.context().close();
}

async function benchRates(browser: Browser, cloud: BenchCloud, file: string, lines: number): Promise<void> {
  const cli = await pushedByCli(cloud, file);
  // Otherwise the page would send while the machine applies what the command line has sent.
  await untilApplied(cloud);
  const page = await openImport(browser, cloud);
  await checked(page, file);
  const began = performance.now();
  await page.locator('button.main').click();
  await page.getByRole('heading', { name: /^(?:Being stored|Stored) in/ }).waitFor({ timeout: PATIENCE_MS });
  const seconds = (performance.now() - began) / 1_000;
  reportCase('console-import-send', {
    lines,
    page_lines_per_second: Math.round(lines / seconds),
    command_line_lines_per_second: Math.round(lines / cli),
    ratio: Number((cli / seconds).toFixed(2)),
    page_mb_peak: await largestRenderer(browser),
  });
  await page.context().close();
}

async function openImport(browser: Browser, { apiUrl, apiKey }: BenchCloud): Promise<Page> {
  const page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  await page.goto(`${apiUrl}/console?view=import#key=${apiKey}`);
  await page.getByLabel('Order files').waitFor();
  return page;
}

/** Seconds. */
async function checked(page: Page, file: string): Promise<number> {
  await page.getByLabel('Order files').setInputFiles(file);
  const began = performance.now();
  await page.getByRole('button', { name: 'Check the files' }).click();
  await page.getByRole('heading', { name: 'What the files add up to' }).waitFor({ timeout: PATIENCE_MS });
  return (performance.now() - began) / 1_000;
}

/** Seconds until all requests are accepted, the reading of the file included, as the page's are. */
async function pushedByCli({ apiUrl, apiKey }: BenchCloud, file: string): Promise<number> {
  const began = performance.now();
  await promisify(execFile)(process.execPath, [
    ...['cli/main.ts', 'push', file, '--dataset', 'cli', '--no-wait', '--bad-rows', 'skip', '--json'],
    ...['--key', apiKey, '--url', apiUrl],
  ]);
  return (performance.now() - began) / 1_000;
}

async function untilApplied({ apiUrl, apiKey }: BenchCloud): Promise<void> {
  const api = createClient(apiUrl, apiKey);
  for (const status of ['pending', 'processing']) {
    for (;;) {
      const { body } = await api.get(`/data/orders?status=${status}&limit=1`);
      if (v.parse(unfinished, body).imports.length === 0) break;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
}

/** Samples what a process of pages has for itself, without the browser's program that all share; ends with the peak, in MB. */
async function watchOwnMemory(browser: Browser): Promise<() => number> {
  const ids = await renderersOf(browser);
  let peak = 0;
  const timer = setInterval(() => {
    for (const id of ids) peak = Math.max(peak, kilobytesOf(id, 'RssAnon'));
  }, 100);
  return () => {
    clearInterval(timer);
    return Math.round(peak / 1_024);
  };
}

/** The most that a process of pages has had in memory, in MB: the page's, and what it shares with others. */
async function largestRenderer(browser: Browser): Promise<number> {
  const peaks = (await renderersOf(browser)).map((id) => kilobytesOf(id, 'VmHWM'));
  return Math.round(Math.max(...peaks) / 1_024);
}

async function renderersOf(browser: Browser): Promise<number[]> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
}

function kilobytesOf(processId: number, figure: 'VmHWM' | 'RssAnon'): number {
  const status = readFileSync(`/proc/${processId}/status`, 'utf8');
  return Number(new RegExp(`${figure}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0);
}
