// Runs suites of the console in a real browser against the local cloud; skips them without a browser.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { OrderAnalytics } from '../../../../packages/client/src/index.ts';
import { closeProfiles, findBrowser, launchSharedBrowser } from '../../../../tools/harness/browser.ts';
import { useTarget } from '../../../end-to-end/use-target.ts';
import { type OpenedConsole, type OpenOptions, openConsole } from './console-page.ts';
import { createShopOrders, HOSTILE_NAMES } from './shop-orders.ts';

const found = await findBrowser();
if (found === undefined) console.log('skipped: no Chromium was found; set CHROMIUM_PATH to the path of one');

export const describeInBrowser = describe.skipIf(found === undefined);

export function useBrowser() {
  const target = useTarget();
  let started: Browser | undefined;
  const getBrowser = (): Browser => {
    if (started === undefined) throw new Error('the browser did not start');
    return started;
  };
  const createClient = (apiKey: string) => new OrderAnalytics({ baseUrl: target.baseUrl, apiKey });

  beforeAll(async () => {
    started = await launchSharedBrowser();
  });
  afterAll(() => closeProfiles(started));

  return {
    target,
    getBrowser,
    createClient,
    /** The account has the plan `max`, without its limit of requests unless `overrides` has one. */
    newAccount: async (overrides?: { readonly requestsPerMinute: number }) => {
      const account = await target.local.newAccount('max', overrides);
      return { ...account, client: createClient(account.apiKey) };
    },
    open: (options: OpenOptions) => openConsole(getBrowser(), target.baseUrl, options),
  };
}

interface Opened extends OpenedConsole {
  readonly accountId: string;
  readonly apiKey: string;
}

/**
 * Opens one page for all tests, with an account of a shop with hostile names, which has a report of segments.
 * `withoutKey`: the page prompts for a key.
 */
export function useConsole({ withoutKey = false }: { readonly withoutKey?: boolean } = {}) {
  const { target, createClient, newAccount, open } = useBrowser();
  let opened: Opened | undefined;
  const getOpened = (): Opened => {
    if (opened === undefined) throw new Error('the console did not open');
    return opened;
  };

  beforeAll(async () => {
    const { client, ...account } = await newAccount();
    await client.push(createShopOrders(), { wait: true });
    await client.reports.createAndWait({ template: 'standard_rfm', name: HOSTILE_NAMES[0] });
    opened = { ...account, ...(await open(withoutKey ? {} : { apiKey: account.apiKey })) };
  });

  return {
    target,
    /** Available from `beforeAll` on. */
    getOpened,
    open,
    connect: () => createClient(getOpened().apiKey),
    findHeading: (name: string) => getOpened().page.getByRole('heading', { name, exact: true }),

    expectNothingElsewhere(): void {
      const { asked, said } = getOpened();
      for (const url of asked) expect(url.startsWith(`${target.baseUrl}/`)).toBe(true);
      expect(asked.filter((url) => url.includes('afn_'))).toEqual([]);
      // The browser reports each 401, each 404 (of recommendations that do not exist yet), and each request without a
      // network.
      expect(said.filter((text) => !/401|404|ERR_INTERNET_DISCONNECTED/.test(text))).toEqual([]);
    },
  };
}
