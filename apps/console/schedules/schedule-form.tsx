// Edits an existing schedule: its clock, its days, and its report's settings.
import { useState } from 'preact/hooks';
import type { Schedule } from '../../../packages/client/src/index.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { useLoaded } from '../app/loading/loaded.ts';
import { workTexts } from '../app/words/work-texts.ts';
import { Check, Choice, Field } from '../parts/form-fields.tsx';
import { useSending } from '../parts/sending.tsx';
import { States } from '../parts/states.tsx';
import { ReportFields } from '../requests/report-fields.tsx';
import { createDraftFromRequest, type Draft, isShownWhole, toRequest } from '../requests/report-request.ts';
import type { FormRequest } from '../requests/request-code.ts';
import { RequestForm } from '../requests/request-form.tsx';
import {
  listChanges,
  listRhythms,
  RANGES,
  type ScheduleDraft,
  toExpression,
  toSchedule,
  toScheduleDraft,
} from './schedule-draft.ts';

interface ChangeScheduleProps {
  readonly id: string;
  /** Called after the service has stored the changes. */
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
  /** Slugs of the datasets. */
  readonly datasets: readonly string[];
  readonly onSaved: () => void;
}

function ScheduleForm({ schedule, datasets, onSaved }: ScheduleFormProps) {
  const { schedules: said } = workTexts();
  const { schedule_id: id, name } = schedule;
  const [first] = useState(() => ({
    report: createDraftFromRequest(schedule.report),
    clock: toScheduleDraft(schedule),
    isWhole: isShownWhole(schedule.report),
  }));
  const [report, setReport] = useState<Draft>(first.report);
  const [clock, setClock] = useState<ScheduleDraft>(first.clock);
  const sending = useSending();
  // Settings that the form does not show are sent unchanged, and only if the days change the report.
  const createRequest = (draft: Draft) => (first.isWhole ? toRequest(draft) : schedule.report);
  const body = listChanges(
    toSchedule(createRequest(first.report), first.clock),
    toSchedule(createRequest(report), clock),
  );
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

// Edits when a report is requested regularly: a rhythm in a time zone, and days that move with it.

interface ScheduleFieldsProps {
  readonly draft: ScheduleDraft;
  readonly edit: (changes: Partial<ScheduleDraft>) => void;
}

export function ScheduleFields({ draft, edit }: ScheduleFieldsProps) {
  const { schedules: said } = workTexts();
  return (
    <fieldset>
      <legend>{said.when}</legend>
      <div class="fields">
        <Choice
          title={said.rhythm}
          value={draft.rhythm}
          options={listRhythms()}
          edit={(rhythm) => edit({ rhythm, expression: draft.expression || toExpression(draft) })}
        />
        {draft.rhythm === 'own' ? (
          <Field
            title={said.expression}
            value={draft.expression}
            required
            edit={(expression) => edit({ expression })}
          />
        ) : (
          <Field title={said.time} type="time" value={draft.time} required edit={(time) => edit({ time })} />
        )}
        <Field title={said.name} value={draft.name} maxLength={200} edit={(name) => edit({ name })} />
        <Field title={said.timeZone} value={draft.timeZone} edit={(timeZone) => edit({ timeZone })} />
        <Choice
          title={said.range}
          value={draft.range}
          options={rangeOptions(draft.range)}
          edit={(range) => edit({ range })}
        />
      </div>
      <Check
        title={said.onlyIfChanged}
        checked={draft.onlyIfChanged}
        edit={(onlyIfChanged) => edit({ onlyIfChanged })}
      />
    </fieldset>
  );
}

/** The ranges of the form, and the one that the schedule has. */
function rangeOptions(range: string): readonly (readonly [value: string, shown: string])[] {
  const { schedules: said } = workTexts();
  const offered = RANGES.map((name) => [name, said.ranges[name]] as const);
  const isOffered = range === '' || RANGES.some((name) => name === range);
  return [['', said.noRange] as const, ...offered, ...(isOffered ? [] : [[range, range] as const])];
}
