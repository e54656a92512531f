// The form of a new report, or of a schedule that requests it regularly. What it sends is shown as curl and TypeScript, so
// that it can be sent by a program.
import { useState } from 'preact/hooks';
import { go, part } from '../address.ts';
import { texts } from '../language.ts';
import { Problem } from '../parts/states.tsx';
import { To } from '../parts/to.tsx';
import { Writing } from '../parts/writing.tsx';
import { COHORT_PERIODS, CUSTOMER_SCOPES, type Draft, requestOf } from '../report-request.ts';
import { asCurl, asTypeScript, type FormRequest } from '../request-code.ts';
import { emptySchedule, type ScheduleDraft, scheduleOf } from '../schedule-draft.ts';
import { useSending } from '../sending.ts';
import { BASE_URL } from '../service.ts';
import { workTexts } from '../work-texts.ts';
import { ConditionFields } from './condition-fields.tsx';
import { Check, Choice, Field } from './form-fields.tsx';
import { ConstraintFields, RuleFields } from './rule-fields.tsx';
import { ScheduleFields } from './schedule-fields.tsx';
import { WebhookField } from './webhook-field.tsx';

export interface ReportFormProps {
  readonly first: Draft;
  readonly title: string;
  readonly means: string;
  /** Slugs. */
  readonly datasets: readonly string[];
}

const READERS_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

export function ReportForm({ first, title, means, datasets }: ReportFormProps) {
  const { ask } = texts();
  const { builder, schedules } = workTexts();
  const [draft, setDraft] = useState(first);
  const [schedule, setSchedule] = useState<ScheduleDraft>(() => emptySchedule(READERS_ZONE));
  const [isRegular, setRegular] = useState(part('every') !== undefined);
  const { isSending, problem, send: sending } = useSending();
  const edit = (changes: Partial<Draft>): void => setDraft({ ...draft, ...changes });
  const report = requestOf(draft);
  const request: FormRequest = isRegular
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
        <div class="fields">
          <Choice
            title={ask.dataset}
            value={draft.dataset}
            options={[...new Set([...datasets, draft.dataset])].map((slug) => [slug, slug] as const)}
            edit={(dataset) => edit({ dataset })}
          />
          <Field title={ask.name} value={draft.name} maxLength={200} edit={(name) => edit({ name })} />
          <Field title={ask.start} type="date" value={draft.start} edit={(start) => edit({ start })} />
          <Field title={ask.end} type="date" value={draft.end} edit={(end) => edit({ end })} />
          {draft.type === 'MBA' && <RuleFields draft={draft} edit={edit} />}
          <Choice
            title={builder.customers}
            value={draft.customers}
            options={[
              ['', builder.default] as const,
              ...CUSTOMER_SCOPES.map((name) => [name, builder.customerScopes[name]] as const),
            ]}
            edit={(customers) => edit({ customers })}
          />
          {draft.type === 'COHORT' && (
            <Choice
              title={builder.cohortBy}
              value={draft.cohortBy}
              options={[
                ['', builder.default] as const,
                ...COHORT_PERIODS.map((name) => [name, builder.periods[name]] as const),
              ]}
              edit={(cohortBy) => edit({ cohortBy })}
            />
          )}
          <Field
            title={builder.timeZone}
            value={draft.timeZone}
            placeholder={READERS_ZONE}
            edit={(timeZone) => edit({ timeZone })}
          />
        </div>
        <ConditionFields conditions={draft.conditions} edit={(conditions) => edit({ conditions })} />
        {draft.type === 'MBA' && <ConstraintFields draft={draft} edit={edit} />}
        <WebhookField url={draft.webhookUrl} edit={(webhookUrl) => edit({ webhookUrl })} />
        <Check
          title={ask.waits}
          checked={draft.waitsForImports}
          edit={(waitsForImports) => edit({ waitsForImports })}
        />
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
      <Code title="curl" text={asCurl(BASE_URL, request)} />
      <Code title="TypeScript" text={asTypeScript(BASE_URL, request)} />
    </section>
  );
}

function Code({ title, text }: { readonly title: string; readonly text: string }) {
  const { ask } = texts();
  return (
    <details>
      <summary>
        {ask.asRequest}: {title}
      </summary>
      <pre>{text}</pre>
    </details>
  );
}
