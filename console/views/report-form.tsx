// The form of a new report, or of a schedule that requests it regularly. What it sends is shown as curl and TypeScript, so
// that it can be sent by a program.
import { useState } from 'preact/hooks';
import { go, part } from '../address.ts';
import { texts } from '../language.ts';
import { Problem } from '../parts/states.tsx';
import { To } from '../parts/to.tsx';
import { Writing } from '../parts/writing.tsx';
import { type Draft, requestOf } from '../report-request.ts';
import type { FormRequest } from '../request-code.ts';
import { emptySchedule, type ScheduleDraft, scheduleOf } from '../schedule-draft.ts';
import { useSending } from '../sending.ts';
import { workTexts } from '../work-texts.ts';
import { AsCode } from './as-code.tsx';
import { Check } from './form-fields.tsx';
import { READERS_ZONE, ReportFields } from './report-fields.tsx';
import { ScheduleFields } from './schedule-fields.tsx';

export interface ReportFormProps {
  readonly first: Draft;
  readonly title: string;
  readonly means: string;
  /** Slugs. */
  readonly datasets: readonly string[];
}

export function ReportForm({ first, title, means, datasets }: ReportFormProps) {
  const { ask } = texts();
  const { schedules } = workTexts();
  const [draft, setDraft] = useState(first);
  const [schedule, setSchedule] = useState<ScheduleDraft>(() => emptySchedule(READERS_ZONE));
  const [isRegular, setRegular] = useState(part('every') !== undefined);
  const { isSending, problem, send: sending } = useSending();
  const edit = (changes: Partial<Draft>): void => setDraft({ ...draft, ...changes });
  const report = requestOf(draft);
  const request: Exclude<FormRequest, { path: '/schedules/{id}' }> = isRegular
    ? { path: '/schedules', body: scheduleOf(report, schedule) }
    : { path: '/reports', body: report };
  const send = (): void =>
    sending(async (client, call) => {
      if (request.path === '/schedules') {
        await client.schedules.create(request.body, call);
        go({ view: 'schedules' });
      } else {
        const { report_id } = await client.reports.create(request.body, call);
        go({ view: 'report', id: report_id });
      }
    });
  return (
    <section class="card">
      <h2>{title}</h2>
      <p class="muted">{means}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <ReportFields draft={draft} edit={edit} datasets={datasets} />
        <Check title={schedules.regularly} checked={isRegular} edit={setRegular} />
        {isRegular && (
          <ScheduleFields draft={schedule} edit={(changes) => setSchedule({ ...schedule, ...changes })} />
        )}
        <Writing>
          <p>
            <button type="submit" disabled={isSending}>
              {isSending ? ask.sending : isRegular ? schedules.submit : ask.submit}
            </button>{' '}
            <To place={{ view: 'reports', dataset: part('dataset') }}>{ask.cancel}</To>
          </p>
        </Writing>
      </form>
      {problem !== undefined && <Problem problem={problem} reload={send} />}
      <AsCode request={request} />
    </section>
  );
}
