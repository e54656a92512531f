// Lists reports that are requested regularly: the next run, the result of the last one, and why one is paused.
import type { Schedule } from '../../../packages/client/src/index.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { go, readParameter } from '../app/address.ts';
import { useLoaded } from '../app/loading/loaded.ts';
import { formatNumber, getTexts, time } from '../app/words/language.ts';
import { getServiceWords } from '../app/words/service-words.ts';
import { workTexts } from '../app/words/work-texts.ts';
import { Writing } from '../parts/form-fields.tsx';
import { Removal } from '../parts/removal.tsx';
import { Action } from '../parts/sending.tsx';
import { States } from '../parts/states.tsx';
import { To } from '../parts/to.tsx';
import { typeName } from '../reports/report-types.ts';
import { AddDigest } from './add-digest.tsx';
import { describeClock } from './schedule-draft.ts';
import { ChangeSchedule } from './schedule-form.tsx';

export function Schedules() {
  const { schedules: said } = workTexts();
  const changed = readParameter('change');
  const loaded = useLoaded('schedules', (client, call) => client.schedules.list(call));
  if (changed !== undefined)
    return (
      <ChangeSchedule
        key={changed}
        id={changed}
        onSaved={() => {
          loaded.reload();
          go({ view: 'schedules' });
        }}
      />
    );
  return (
    <>
      <h1>{said.title}</h1>
      <p class="muted">{said.explain}</p>
      <p>
        <To class="button" place={{ view: 'reports', every: '1' }}>
          {said.create}
        </To>
      </p>
      <States of={loaded} lines={12}>
        {(schedules) =>
          schedules.length === 0 ? (
            <p class="card">{said.none}</p>
          ) : (
            schedules.map((schedule) => (
              <OneSchedule key={schedule.schedule_id} schedule={schedule} reload={loaded.reload} />
            ))
          )
        }
      </States>
    </>
  );
}

interface OneScheduleProps {
  readonly schedule: Schedule;
  readonly reload: () => void;
}

function OneSchedule({ schedule, reload }: OneScheduleProps) {
  const { schedules: said } = workTexts();
  const { schedule_id, name, status, report, runs } = schedule;
  const when = describeClock(schedule);
  const switched = status === 'paused' ? 'active' : 'paused';
  return (
    <section class="card">
      <h2>{name}</h2>
      <p>
        <span class={`status ${status === 'paused' ? 'warned' : 'done'}`}>{said.status[status]}</span> ·{' '}
        {when ?? (
          <>
            {said.custom} <code>{schedule.expression}</code>
          </>
        )}{' '}
        ({schedule.time_zone})
      </p>
      <p class="muted">
        {describeQuestion(report)} · {fill(getTexts().report.on, { dataset: report.dataset_id })}
        {schedule.date_range !== null && ` · ${rangeName(schedule.date_range)}`}
        {schedule.only_if_changed && ` · ${said.onlyIfChanged}`}
      </p>
      {schedule.paused_because !== null && <p>{said.pausedBecause[schedule.paused_because]}</p>}
      <p>
        {schedule.next_run_at !== null && `${fill(said.next, { at: time(schedule.next_run_at) })} · `}
        <LastRun run={schedule.last_run} />
      </p>
      {runs.skipped + runs.failed > 0 && (
        <p class="muted">
          {fill(said.runs, {
            started: formatNumber(runs.started),
            skipped: formatNumber(runs.skipped),
            failed: formatNumber(runs.failed),
          })}
        </p>
      )}
      <Writing>
        <p class="buttons">
          <Action
            title={said.switch[switched]}
            label={`${said.switch[switched]}: ${name}`}
            work={async (client, call) => {
              await client.schedules.update(schedule_id, { status: switched }, call);
              reload();
            }}
          />
          <Removal
            name={name}
            sure={fill(said.sure, { name })}
            remove={(client, call) => client.schedules.delete(schedule_id, call)}
            removed={reload}
          />
          <To place={{ view: 'schedules', change: schedule_id }} label={fill(said.changeNamed, { name })}>
            {said.change}
          </To>
        </p>
        <AddDigest scheduleId={schedule_id} name={name} />
      </Writing>
    </section>
  );
}

/** What its reports answer. */
function describeQuestion({ template, report_type }: Schedule['report']): string {
  return template == null ? typeName(report_type ?? 'MBA') : getTexts().template[template].question;
}

function rangeName(range: string): string {
  const named: Readonly<Record<string, string>> = workTexts().schedules.ranges;
  return named[range] ?? range;
}

function LastRun({ run }: { readonly run: Schedule['last_run'] }) {
  const { schedules: said } = workTexts();
  if (run === null) return <>{said.noRun}</>;
  return (
    <>
      {fill(said.last, { at: time(run.at), outcome: said.outcome[run.outcome] })}{' '}
      {run.report_id !== null && <To place={{ view: 'report', id: run.report_id }}>{said.show}</To>}
      {run.fail_reason !== null && (
        <span class="muted"> {getServiceWords()(run.fail_reason, run.fail_reason_coded)}</span>
      )}
    </>
  );
}
