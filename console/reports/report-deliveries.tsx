// The webhook of a report: the last attempts to deliver it and, on request, those before; when the next one is, and a
// button that sends it again.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Delivery } from '../../client/src/index.ts';
import { numeric, Table } from '../../report-parts/table.ts';
import { useSending } from '../app/sending.ts';
import { time } from '../app/words/language.ts';
import { workTexts } from '../app/words/work-texts.ts';
import { AttemptResult } from '../parts/attempt-result.tsx';
import { Problem } from '../parts/states.tsx';
import { Writing } from '../parts/writing.tsx';

export interface DeliveriesProps {
  readonly reportId: string;
  /** Undefined for a report that was requested without a webhook. */
  readonly deliveries: readonly Delivery[] | undefined;
  readonly reload: () => void;
}

export function Deliveries({ reportId, deliveries, reload }: DeliveriesProps) {
  const { deliveries: said } = workTexts();
  const { isSending, problem, send } = useSending();
  const [earlier, setEarlier] = useState<readonly Delivery[]>([]);
  useNextAttempt(deliveries, reload);
  if (deliveries === undefined) return null;
  const resend = (): void =>
    send(async (client, call) => {
      await client.webhooks.resend(reportId, call);
      reload();
    });
  const first = deliveries[0]?.attempt ?? 1;
  const shown = [...earlier.filter(({ attempt }) => attempt < first), ...deliveries];
  const readEarlier = (): void =>
    send(async (client, call) => {
      const page = await client.webhooks.deliveries(reportId, { limit: 100 }, call).page();
      setEarlier([...page.deliveries].reverse());
    });
  return (
    <section class="card">
      <h2>{said.title}</h2>
      <p class="muted">{said.hint}</p>
      <Writing>
        <button type="button" disabled={isSending} onClick={resend}>
          {isSending ? said.resending : said.resend}
        </button>
      </Writing>
      {problem !== undefined && <Problem problem={problem} reload={resend} />}
      {first > 1 && earlier.length === 0 && (
        <button type="button" disabled={isSending} onClick={readEarlier}>
          {said.earlier}
        </button>
      )}
      {/* Below the buttons: attempts that come move none of them. */}
      {shown.length === 0 ? <p class="muted">{said.none}</p> : <Attempts deliveries={shown} />}
    </section>
  );
}

const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 60_000;

/** Reads the report again when the next attempt has been made, or, before the first, at growing intervals. */
function useNextAttempt(deliveries: readonly Delivery[] | undefined, reload: () => void): void {
  const waits = useRef(0);
  useEffect(() => {
    const last = deliveries?.findLast(({ trigger }) => trigger !== 'redelivery');
    if (deliveries === undefined || (last !== undefined && last.next_at === undefined)) return;
    const least = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** waits.current++);
    const due = last?.next_at === undefined ? 0 : Date.parse(last.next_at) - Date.now() + FIRST_WAIT_MS;
    const timer = setTimeout(reload, Math.max(least, due));
    return () => clearTimeout(timer);
  }, [deliveries]);
}

function Attempts({ deliveries }: { readonly deliveries: readonly Delivery[] }) {
  const { deliveries: said } = workTexts();
  return (
    <Table
      caption={said.title}
      columns={[numeric(said.attempt), ...[said.at, said.by, said.result].map((title) => ({ title }))]}
      rows={deliveries.map((delivery) => [
        delivery.attempt,
        time(delivery.at),
        said.trigger[delivery.trigger ?? 'schedule'],
        <AttemptResult key="" attempt={delivery} />,
      ])}
    />
  );
}
