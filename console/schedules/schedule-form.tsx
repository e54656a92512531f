// A schedule that there is, to be changed: its clock, its days, and what its reports cover and look for.
import { useState } from 'preact/hooks';
import type { Schedule } from '../../client/src/index.ts';
import { fill } from '../../report-parts/names.ts';
import { useLoaded } from '../app/loading/loaded.ts';
import { useSending } from '../app/sending.ts';
import { workTexts } from '../app/words/work-texts.ts';
import { States } from '../parts/states.tsx';
import { draftOfRequest, isShownWhole } from '../requests/asked-request.ts';
import { ReportFields } from '../requests/report-fields.tsx';
import { type Draft, requestOf } from '../requests/report-request.ts';
import type { FormRequest } from '../requests/request-code.ts';
import { RequestForm } from '../requests/request-form.tsx';
import { changesOf, type ScheduleDraft, scheduleDraftOf, scheduleOf } from './schedule-draft.ts';
import { ScheduleFields } from './schedule-fields.tsx';

export interface ChangeScheduleProps {
  readonly id: string;
  /** Called after the service has taken the changes. */
  readonly onSaved: () => void;
}

export function ChangeSchedule({ id, onSaved }: ChangeScheduleProps) {
  const loaded = useLoaded(`schedule ${id}`, async (client, call) => {
    const [schedule, { datasets }] = await Promise.all([
      client.schedules.get(id, call),
      client.datasets.list({}, call).page(),
    ]);
    return { schedule, datasets: datasets.map(({ slug }) => slug) };
  });
  return (
    <States of={loaded} lines={30}>
      {(found) => <ScheduleForm {...found} onSaved={onSaved} />}
    </States>
  );
}

interface ScheduleFormProps {
  readonly schedule: Schedule;
  /** Slugs. */
  readonly datasets: readonly string[];
  readonly onSaved: () => void;
}

function ScheduleForm({ schedule, datasets, onSaved }: ScheduleFormProps) {
  const { schedules: said } = workTexts();
  const { schedule_id: id, name } = schedule;
  const [first] = useState(() => ({
    report: draftOfRequest(schedule.report),
    clock: scheduleDraftOf(schedule),
    isWhole: isShownWhole(schedule.report),
  }));
  const [report, setReport] = useState<Draft>(first.report);
  const [clock, setClock] = useState<ScheduleDraft>(first.clock);
  const sending = useSending();
  // What the form does not show is sent as it is, and only if the days make the report another one.
  const asked = (draft: Draft) => (first.isWhole ? requestOf(draft) : schedule.report);
  const body = changesOf(scheduleOf(asked(first.report), first.clock), scheduleOf(asked(report), clock));
  const request: FormRequest = { path: '/schedules/{id}', id, body };
  const send = (): void =>
    sending.send(async (client, call) => {
      await client.schedules.update(id, body, call);
      onSaved();
    });
  return (
    <RequestForm
      title={fill(said.changeNamed, { name })}
      means={said.changeExplain}
      request={request}
      sending={sending}
      send={send}
      submit={said.save}
      submitting={said.saving}
      back={{ view: 'schedules' }}
    >
      <ScheduleFields draft={clock} edit={(changes) => setClock({ ...clock, ...changes })} />
      {first.isWhole ? (
        <ReportFields
          draft={report}
          edit={(changes) => setReport({ ...report, ...changes })}
          datasets={datasets}
        />
      ) : (
        <p>{said.notShown}</p>
      )}
    </RequestForm>
  );
}
