// What the shop shows beside a cart that holds the product: now, and by this report, to which it can be switched.
import { useState } from 'preact/hooks';
import type { OrderAnalytics } from '../../client/src/index.ts';
import { go } from '../app/address.ts';
import { useLoaded } from '../app/loading/loaded.ts';
import { service } from '../app/service.ts';
import { texts } from '../app/words/language.ts';
import { Problem, States } from '../parts/states.tsx';
import { Writing } from '../parts/writing.tsx';
import { FilteredCart } from './filtered-cart.tsx';
import { type ProductProps, servingRequest } from './product-rules.ts';
import { recommendationsOf } from './served-recommendations.ts';

const SHOWN = 5;

export function BesideCart({ report, product }: ProductProps) {
  const { cart: said } = texts();
  const { report_id, dataset_id } = report;
  const [problem, setProblem] = useState<unknown>(undefined);
  const [isSending, setSending] = useState(false);
  const query = { product: [product], dataset_id, limit: SHOWN };
  const loaded = useLoaded(`beside the cart ${report_id} ${product}`, async (client, call) => {
    const [now, byReport] = await Promise.all([
      recommendationsOf(client, query, call),
      recommendationsOf(client, { ...query, report_id }, call),
    ]);
    return { now, byReport };
  });
  const act = async (action: (client: OrderAnalytics) => Promise<unknown>): Promise<void> => {
    const client = service.value;
    if (client === undefined || isSending) return;
    setSending(true);
    setProblem(undefined);
    try {
      await action(client);
    } catch (error) {
      setProblem(error);
    } finally {
      setSending(false);
    }
  };
  const switchTo = (): void =>
    void act(async (client) => {
      await client.recommendations.serve(dataset_id, report_id);
      loaded.reload();
    });
  const askAgain = (): void =>
    void act(async (client) => {
      const { report_id: id } = await client.reports.create(servingRequest(report));
      go({ view: 'report', id });
    });
  return (
    <section class="card">
      <h2>{said.title}</h2>
      <p class="muted">{said.hint}</p>
      <States of={loaded} lines={12}>
        {({ now, byReport }) => (
          <>
            <FilteredCart query={query} reportId={report_id} now={now} byReport={byReport} />
            {now?.report_id === report_id && <p role="status">{said.isServed}</p>}
            <Writing>
              {byReport !== undefined && now?.report_id !== report_id && (
                <button type="button" class="main" disabled={isSending} onClick={switchTo}>
                  {said.serve}
                </button>
              )}
              {byReport === undefined && (
                <button type="button" disabled={isSending} onClick={askAgain}>
                  {said.askAgain}
                </button>
              )}
            </Writing>
          </>
        )}
      </States>
      {problem !== undefined && <Problem problem={problem} reload={() => setProblem(undefined)} />}
    </section>
  );
}
