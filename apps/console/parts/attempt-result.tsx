// Shows the outcome of an attempt to send an event: the receiver's response, the reason of a failure, the next attempt.
import type { Delivery, EndpointDelivery } from '../../../packages/client/src/index.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { formatNumber, time } from '../app/words/language.ts';
import { getServiceWords } from '../app/words/service-words.ts';
import { workTexts } from '../app/words/work-texts.ts';

type Attempt = Pick<
  Delivery | EndpointDelivery,
  'outcome' | 'response_status' | 'fail_reason' | 'fail_reason_coded' | 'duration_ms' | 'next_at'
>;

const LOOKS = { delivered: 'done', retry: 'warned', given_up: 'failed' } as const;

export function AttemptResult({ attempt }: { readonly attempt: Attempt }) {
  const { deliveries: said } = workTexts();
  const { outcome, response_status, fail_reason, fail_reason_coded, duration_ms, next_at } = attempt;
  const details = [
    ...(response_status === undefined ? [] : [fill(said.status, { status: String(response_status) })]),
    fill(said.duration, { ms: formatNumber(duration_ms) }),
    ...(next_at === undefined ? [] : [fill(said.next, { at: time(next_at) })]),
  ];
  return (
    <>
      <span class={`status ${LOOKS[outcome]}`}>{said.outcome[outcome]}</span>
      <p class="muted">
        {fail_reason !== undefined && <>{getServiceWords()(fail_reason, fail_reason_coded)} · </>}
        {details.join(' · ')}
      </p>
    </>
  );
}
