// A schedule that there is, to be changed: its clock, its days, and what its reports cover and look for.
import { useState } from 'preact/hooks';
import type { Schedule } from '../../client/src/index.ts';
import { draftOfRequest, isShownWhole } from '../asked-request.ts';
import { texts } from '../language.ts';
import { useLoaded } from '../loaded.ts';
import { Problem, States } from '../parts/states.tsx';
import { To } from '../parts/to.tsx';
import { Writing } from '../parts/writing.tsx';
import { type Draft, requestOf } from '../report-request.ts';
import type { FormRequest } from '../request-code.ts';
import { changesOf, type ScheduleDraft, scheduleDraftOf, scheduleOf } from '../schedule-draft.ts';
import { useSending } from '../sending.ts';
import { workTexts } from '../work-texts.ts';
import { AsCode } from './as-code.tsx';
import { ReportFields } from './report-fields.tsx';
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
  const { ask } = texts();
  const { schedules: said } = workTexts();
  const { schedule_id: id, name } = schedule;
  const [first] = useState(() => ({
    report: draftOfRequest(schedule.report),
    clock: scheduleDraftOf(schedule),
    isWhole: isShownWhole(schedule.report),
  }));
  const [report, setReport] = useState<Draft>(first.report);
  const [clock, setClock] = useState<ScheduleDraft>(first.clock);
  const { isSending, problem, send: sending } = useSending();
  // What the form does not show is sent as it is, and only if the days make the report another one.
  const asked = (draft: Draft) => (first.isWhole ? requestOf(draft) : schedule.report);
  const body = changesOf(scheduleOf(asked(first.report), first.clock), scheduleOf(asked(report), clock));
  const request: FormRequest = { path: '/schedules/{id}', id, body };
  const send = (): void =>
    sending(async (client, call) => {
      await client.schedules.update(id, body, call);
      onSaved();
    });
  return (
    <section class="card">
      <h2>{said.changeNamed(name)}</h2>
      <p class="muted">{said.changeExplain}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
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
        <Writing>
          <p>
            <button type="submit" class="main" disabled={isSending}>
              {isSending ? said.saving : said.save}
            </button>{' '}
            <To place={{ view: 'schedules' }}>{ask.cancel}</To>
          </p>
        </Writing>
      </form>
      {problem !== undefined && <Problem problem={problem} reload={send} />}
      <AsCode request={request} />
    </section>
  );
}
