// The form of a new report, or of a schedule that requests it regularly.
import { useState } from 'preact/hooks';
import { go, part } from '../app/address.ts';
import { useSending } from '../app/sending.ts';
import { texts } from '../app/words/language.ts';
import { workTexts } from '../app/words/work-texts.ts';
import { Check } from '../parts/form-fields.tsx';
import { emptySchedule, type ScheduleDraft, scheduleOf } from '../schedules/schedule-draft.ts';
import { ScheduleFields } from '../schedules/schedule-fields.tsx';
import { READERS_ZONE, ReportFields } from './report-fields.tsx';
import { type Draft, requestOf } from './report-request.ts';
import type { FormRequest } from './request-code.ts';
import { RequestForm } from './request-form.tsx';

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
  const sending = useSending();
  const edit = (changes: Partial<Draft>): void => setDraft({ ...draft, ...changes });
  const report = requestOf(draft);
  const request: Exclude<FormRequest, { path: '/schedules/{id}' }> = isRegular
    ? { path: '/schedules', body: scheduleOf(report, schedule) }
    : { path: '/reports', body: report };
  const send = (): void =>
    sending.send(async (client, call) => {
      if (request.path === '/schedules') {
        await client.schedules.create(request.body, call);
        go({ view: 'schedules' });
      } else {
        const { report_id } = await client.reports.create(request.body, call);
        go({ view: 'report', id: report_id });
      }
    });
  return (
    <RequestForm
      title={title}
      means={means}
      request={request}
      sending={sending}
      send={send}
      submit={isRegular ? schedules.submit : ask.submit}
      submitting={ask.sending}
      back={{ view: 'reports', dataset: part('dataset') }}
    >
      <ReportFields draft={draft} edit={edit} datasets={datasets} />
      <Check title={schedules.regularly} checked={isRegular} edit={setRegular} />
      {isRegular && (
        <ScheduleFields draft={schedule} edit={(changes) => setSchedule({ ...schedule, ...changes })} />
      )}
    </RequestForm>
  );
}
