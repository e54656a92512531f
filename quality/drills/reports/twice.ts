// Two executions of one report at once, two workers of one state, and an import in between, interleaved by the seed. In some
// runs, the second execution reads newer orders and ends while the first one is about to store its body. What a client has
// read of a finished report never changes.

import { draw } from '../../harness/random/random.ts';
import { someOrders } from '../ingest/arbitrary-orders.ts';
import { deliver } from '../ingest/delivery.ts';
import { outOfTurn, stallAt } from '../ingest/faults.ts';
import type { Drill } from '../ingest/run.ts';
import { addOrders, UNDISTURBED, undisturbed } from './asked.ts';
import { checkReports, letEnd } from './invariants.ts';
import { inReportRun } from './run.ts';

export const reportsTwice: Drill = {
  name: 'report-twice',
  about: 'two executions of one report and two workers of its states at once, orders changing in between',
  run: (seed, engines) => {
    // The finished report as a reader has seen it.
    const bodies = new Set<string>();
    let read: () => Promise<void> = async () => undefined;
    const isOvertaken = seed % 4 === 1;
    const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
    const storesLast = stallAt(
      ({ command }) => command === 'PutObjectCommand',
      async () => {
        hold();
        await outOfTurn(async () => {
          while (bodies.size === 0) await new Promise((resolve) => setTimeout(resolve, 2));
        });
      },
    );
    return inReportRun(
      seed,
      engines,
      ({ random }) => ({
        mishaps(state, nth) {
          if (nth <= UNDISTURBED) return undefined;
          if (!isOvertaken) return random() < 0.5 ? { kind: 'twice' } : undefined;
          const isFirst = state === 'PublishReport' && nth === UNDISTURBED + 1;
          return isFirst ? { kind: 'faults', plan: storesLast, deathAs: undefined } : undefined;
        },
        behaviour: (response, call) => response.writeHead(call < 3 ? 503 : 200).end(),
        onDone: () => read(),
      }),
      async (run) => {
        const isChanging = seed % 4 !== 0;
        await addOrders(run);
        const { template, reportId: like } = await undisturbed(run);
        const id = await run.ask({ template, webhook_url: run.receiver.url });
        if (id === undefined) return ['the request died'];
        read = async () => {
          const { deliveries, ...body } = await run.read(id);
          if (body.status !== 'Processing') bodies.add(JSON.stringify(body));
        };
        const ref = { account_id: run.accountId, report_id: id };
        const more = isChanging ? await run.addImport(draw(run.random, someOrders(12, 12)), 20) : undefined;
        await run.workflow.start(ref, 1);
        if (isOvertaken) {
          await isHeld;
          if (more !== undefined) await deliver(run, more.messages);
        }
        await Promise.all([run.startAnother(id), !isOvertaken && more && deliver(run, more.messages)]);
        await letEnd(run);
        await read();
        const wrong = bodies.size === 1 ? [] : [`its reader saw ${bodies.size} different ends`];
        const asked = new Map([[id, { like: isChanging ? undefined : like }]]);
        return [...wrong, ...(await checkReports(run, asked))];
      },
    );
  },
};
