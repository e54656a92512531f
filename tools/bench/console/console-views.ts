// Measures the console in a real browser against the local cloud: when it draws and when it has its data, on a line
// without delay and on one where every answer takes 300 ms, and what a first visit transfers; how long a report of
// 10,000 rules takes from its body to the page, its longest task, how its rows scroll, and when they appear on a line
// of 50 kB a second.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { readRetailOrders } from '../../../apps/cli/demo/online-retail.ts';
import { OrderAnalytics } from '../../../packages/client/src/index.ts';
import { launchBrowser } from '../../harness/browser.ts';
import { type BenchCloud, openBenchCloud } from '../measuring/bench-cloud.ts';
import { computePercentiles, reportCase } from '../measuring/figures.ts';

/** At this share of baskets, there are more rules of up to three products than the 10,000 that a report keeps. */
const MANY_RULES = { min_support: 0.008, rules: { max_products: 3 } };
const SCROLLED_FRAMES = 240;
/** Delay of every answer on a slow line. */
const LATENCY_MS = 300;
/** Bandwidth of a phone's slow line. */
const THROTTLED_BYTES_PER_SECOND = 50_000;
/**
 * The last elements that the first page of a shop with reports shows: actions, or a section that says there are none.
 */
const HOME = '.actions li, main section.card';

export async function benchConsoleViews(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      visits: { type: 'string', default: '10' },
    },
  });
  const browser = await launchBrowser();
  if (browser === undefined) throw new Error('no Chromium was found: set CHROMIUM_PATH to the path of one');
  const dir = mkdtempSync(join(tmpdir(), 'bench-console-'));
  try {
    const cloud = await openBenchCloud(dir, () => undefined);
    try {
      await benchOn(browser, cloud, Number(values.visits));
    } finally {
      await cloud.stop();
    }
  } finally {
    await browser.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function benchOn(browser: Browser, cloud: BenchCloud, visits: number): Promise<void> {
  const client = new OrderAnalytics({ baseUrl: cloud.apiUrl, apiKey: cloud.apiKey });
  await client.push(readRetailOrders(), { wait: true });
  const { report_id } = await client.reports.createAndWait({ template: 'standard_mba', params: MANY_RULES });
  const content: number[] = [];
  const interactive: number[] = [];
  for (let visit = 0; visit < visits; visit++) {
    const { page } = await openConsole(browser, cloud, '', HOME);
    content.push(await page.evaluate<number>(FIRST_CONTENT));
    interactive.push(await page.evaluate<number>('window.drawn'));
    await page.context().close();
  }
  reportCase('console-views-home', {
    first_content: computePercentiles(content),
    interactive: computePercentiles(interactive),
  });

  for (const [view, query, selector] of [
    ['home', '', HOME],
    ['rules', `?view=report&id=${report_id}&tab=rules`, 'tr.row'],
    ['reports', '?view=reports', 'tbody tr'],
  ] as const) {
    const slow: number[] = [];
    let files: readonly number[] = [];
    let requests = 0;
    for (let visit = 0; visit < visits; visit++) {
      const { page } = await openConsole(browser, cloud, query, selector, { latencyMs: LATENCY_MS });
      slow.push(await page.evaluate<number>('window.drawn'));
      files = await page.evaluate<number[]>(FILES);
      requests = await page.evaluate<number>(REQUESTS);
      await page.context().close();
    }
    const kB = Math.round(files.reduce((sum, size) => sum + size, 0) / 100) / 10;
    reportCase('console-views-slow', {
      view,
      latency_ms: LATENCY_MS,
      content: computePercentiles(slow),
      files: files.length,
      files_kB: kB,
      requests,
    });
  }

  const allRules = `?view=report&id=${report_id}&all=1&fees=1`;
  const drawn: number[] = [];
  const [tasks, cpu]: [number[], number[]] = [[], []];
  let rules = 0;
  let frames: number[] = [];
  for (let visit = 0; visit < visits; visit++) {
    const { page, devtools } = await openConsole(browser, cloud, allRules, 'tr.row', { isTraced: true });
    drawn.push(
      await page.evaluate<number>(
        `window.drawn.then((at) => at - performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/reports/${report_id}')).responseEnd)`,
      ),
    );
    rules = await page.evaluate<number>("Number(document.querySelector('[aria-rowcount]').ariaRowCount) - 1");
    tasks.push(await page.evaluate<number>('Math.max(0, ...window.longTasks)'));
    cpu.push(await measureLongestTaskCpu(devtools));
    if (visit === visits - 1) frames = await page.evaluate<number[]>(SCROLL);
    await page.context().close();
  }
  reportCase('console-views-rules', {
    rules,
    body_to_drawn: computePercentiles(drawn),
    longest_task: computePercentiles(tasks),
    longest_task_cpu: computePercentiles(cpu),
  });
  reportCase('console-views-scroll', {
    rules,
    frame: computePercentiles(frames),
    frames_per_second: Math.round((1_000 * frames.length) / frames.reduce((sum, ms) => sum + ms, 0)),
    longer_than_20_ms: frames.filter((ms) => ms > 20).length,
  });

  const [first, whole]: [number[], number[]] = [[], []];
  for (let visit = 0; visit < visits; visit++) {
    const { page } = await openConsole(browser, cloud, allRules, 'tr.row', {
      latencyMs: LATENCY_MS,
      bytesPerSecond: THROTTLED_BYTES_PER_SECOND,
    });
    first.push(await page.evaluate<number>('window.drawn'));
    // The count appears after all rules.
    await page.locator('#rules output').waitFor({ timeout: 120_000 });
    whole.push(await page.evaluate<number>('performance.now()'));
    await page.context().close();
  }
  reportCase('console-views-throttled', {
    rules,
    kB_per_second: THROTTLED_BYTES_PER_SECOND / 1_000,
    latency_ms: LATENCY_MS,
    first_rows: computePercentiles(first),
    all_rows: computePercentiles(whole),
  });
}

interface Opening {
  /** Delay of every answer, in ms. */
  readonly latencyMs?: number;
  /** Default: not throttled. */
  readonly bytesPerSecond?: number;
  /** Records the CPU of its tasks. */
  readonly isTraced?: boolean;
}

/** Opens a browser without a cache. Resolves when the selected element is drawn, as noted by the page itself. */
async function openConsole(
  browser: Browser,
  { apiUrl, apiKey }: Pick<BenchCloud, 'apiUrl' | 'apiKey'>,
  query: string,
  selector: string,
  { latencyMs = 0, bytesPerSecond = -1, isTraced = false }: Opening = {},
): Promise<{ page: Page; devtools: CDPSession }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' });
  const page = await context.newPage();
  await page.addInitScript(noteDrawing(selector));
  const devtools = await context.newCDPSession(page);
  if (latencyMs > 0) {
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: latencyMs,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    });
  }
  if (isTraced)
    await devtools.send('Tracing.start', {
      transferMode: 'ReportEvents',
      traceConfig: { includedCategories: ['toplevel'] },
    });
  await page.goto(`${apiUrl}/console${query}#key=${apiKey}`);
  await page.evaluate('window.drawn');
  return { page, devtools };
}

/** In ms of CPU time, which other programs on the machine do not lengthen. */
async function measureLongestTaskCpu(devtools: CDPSession): Promise<number> {
  const events: Record<string, unknown>[] = [];
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  const ended = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve));
  await devtools.send('Tracing.end');
  await ended;
  const toThreadKey = ({ pid, tid }: Record<string, unknown>): string => `${pid} ${tid}`;
  const pages = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && JSON.stringify(args).includes('CrRendererMain'))
      .map(toThreadKey),
  );
  const tasks = events.filter((event) => pages.has(toThreadKey(event))).map(({ tdur }) => Number(tdur ?? 0));
  return tasks.reduce((most, each) => Math.max(most, each), 0) / 1_000;
}

const FIRST_CONTENT = "performance.getEntriesByName('first-contentful-paint')[0].startTime";

/** Lists the browser's requests: the console's own files and their transferred sizes, and the calls of the API. */
const FILES = `[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  .filter(({ name }) => new URL(name).pathname.includes('/console')).map(({ encodedBodySize }) => encodedBodySize)`;
const REQUESTS = `performance.getEntriesByType('resource').filter(({ name }) => !name.includes('/console')).length`;

/** Notes when the selected element is on the screen: two frames after it is in the page. */
function noteDrawing(selector: string): string {
  return `window.longTasks = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longTasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  window.drawn = new Promise((resolve) => {
    const look = () => {
      if (document.querySelector(${JSON.stringify(selector)}) === null) requestAnimationFrame(look);
      else requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())));
    };
    requestAnimationFrame(look);
  });`;
}

/** Scrolls from the first row to the last and measures each frame. */
const SCROLL = `new Promise((resolve) => {
  const rows = document.querySelector('.virtual');
  const step = (rows.scrollHeight - rows.clientHeight) / ${SCROLLED_FRAMES};
  const frames = [];
  let last;
  const next = (now) => {
    if (last !== undefined) frames.push(now - last);
    last = now;
    rows.scrollTop += step;
    if (frames.length < ${SCROLLED_FRAMES}) requestAnimationFrame(next);
    else resolve(frames);
  };
  requestAnimationFrame(next);
})`;
