// The console in a browser, for an account of a shop with hostile names: for suites of one feature each, whose tests follow
// one another on one page.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { OrderAnalytics } from '../../../client/src/index.ts';
import { closeProfiles, sharedBrowser } from '../../../quality/harness/browser.ts';
import { useTarget } from '../../end-to-end/use-target.ts';
import { type OpenedConsole, openConsole } from './console-page.ts';
import { HOSTILE_NAMES, shopOrders } from './shop-orders.ts';

interface Opened extends OpenedConsole {
  readonly accountId: string;
  readonly apiKey: string;
  readonly browser: Browser;
}

/** `withoutKey`: the page asks for one. The account has orders, and a report of segments. */
export function useConsole({ withoutKey = false }: { readonly withoutKey?: boolean } = {}) {
  const target = useTarget();
  let opened: Opened | undefined;
  const current = (): Opened => {
    if (opened === undefined) throw new Error('the console did not open');
    return opened;
  };
  const clientOf = (apiKey: string) => new OrderAnalytics({ baseUrl: target.baseUrl, apiKey });

  beforeAll(async () => {
    const account = await target.local.newAccount('max');
    const client = clientOf(account.apiKey);
    const [browser] = await Promise.all([sharedBrowser(), client.push(shopOrders(), { wait: true })]);
    if (browser === undefined) throw new Error('the browser did not start');
    await client.reports.createAndWait({ template: 'standard_rfm', name: HOSTILE_NAMES[0] });
    const key = withoutKey ? {} : { apiKey: account.apiKey };
    opened = { ...account, browser, ...(await openConsole(browser, target.baseUrl, key)) };
  });
  afterAll(() => closeProfiles(opened?.browser));

  return {
    target,
    /** From `beforeAll` on. */
    opened: current,
    open: (): Browser => current().browser,
    client: () => clientOf(current().apiKey),
    heading: (name: string) => current().page.getByRole('heading', { name, exact: true }),

    expectNothingElsewhere(): void {
      const { asked, said } = current();
      for (const url of asked) expect(url.startsWith(`${target.baseUrl}/`)).toBe(true);
      expect(asked.filter((url) => url.includes('afn_'))).toEqual([]);
      // The browser reports each 401, each 404 (of recommendations that do not exist yet), and each request without a network.
      expect(said.filter((text) => !/401|404|ERR_INTERNET_DISCONNECTED/.test(text))).toEqual([]);
    },
  };
}
