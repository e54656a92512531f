// The form of a new report: what it sends is shown as curl and TypeScript, so that a report that is needed again can be
// requested by a program.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { go, part } from '../address.ts';
import { texts } from '../language.ts';
import { Problem } from '../parts/states.tsx';
import { To } from '../parts/to.tsx';
import {
  asCurl,
  asTypeScript,
  type Draft,
  emptyDraft,
  RULE_TEMPLATES,
  requestOf,
  type Template,
} from '../report-request.ts';
import { useSending } from '../sending.ts';
import { BASE_URL } from '../service.ts';
import { WebhookField } from './webhook-field.tsx';

export interface ReportFormProps {
  readonly template: Template;
  /** Slugs. */
  readonly datasets: readonly string[];
}

/** How a field's text becomes the draft's. */
type Edit = (changes: Partial<Draft>) => void;

export function ReportForm({ template, datasets }: ReportFormProps) {
  const { ask, template: questions } = texts();
  const [draft, setDraft] = useState(emptyDraft(template, part('dataset') ?? 'default'));
  const { isSending, problem, send: sending } = useSending();
  const edit: Edit = (changes) => setDraft({ ...draft, ...changes });
  const request = requestOf(draft);
  const send = (): void =>
    sending(async (client, call) => {
      const { report_id } = await client.reports.create(request, call);
      go({ view: 'report', id: report_id });
    });
  return (
    <section class="card">
      <h2>{questions[template].question}</h2>
      <p class="muted">{questions[template].means}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <div class="fields">
          <label>
            {ask.dataset}
            <select
              value={draft.dataset}
              onChange={({ currentTarget }) => edit({ dataset: currentTarget.value })}
            >
              {[...new Set([...datasets, draft.dataset])].map((slug) => (
                <option key={slug} value={slug}>
                  {slug}
                </option>
              ))}
            </select>
          </label>
          <Field title={ask.name} value={draft.name} maxLength={200} edit={(name) => edit({ name })} />
          <Field title={ask.start} type="date" value={draft.start} edit={(start) => edit({ start })} />
          <Field title={ask.end} type="date" value={draft.end} edit={(end) => edit({ end })} />
          {RULE_TEMPLATES.includes(template) && <RuleFields draft={draft} edit={edit} />}
          <label>
            {ask.productOperator}
            <select
              value={draft.productOperator}
              onChange={({ currentTarget: { value } }) =>
                edit({ productOperator: value === 'not_contains' ? 'not_contains' : 'contains' })
              }
            >
              <option value="contains">{ask.contains}</option>
              <option value="not_contains">{ask.not_contains}</option>
            </select>
          </label>
          <Field
            title={ask.product}
            value={draft.product}
            maxLength={512}
            edit={(product) => edit({ product })}
          />
        </div>
        <label class="inline">
          <input
            type="checkbox"
            checked={draft.waitsForImports}
            onChange={({ currentTarget }) => edit({ waitsForImports: currentTarget.checked })}
          />
          {ask.waits}
        </label>
        <WebhookField url={draft.webhookUrl} edit={(webhookUrl) => edit({ webhookUrl })} />
        <p>
          <button type="submit" disabled={isSending}>
            {isSending ? ask.sending : ask.submit}
          </button>{' '}
          <To place={{ view: 'reports', dataset: part('dataset') }}>{ask.cancel}</To>
        </p>
      </form>
      {problem !== undefined && <Problem problem={problem} reload={send} />}
      <details>
        <summary>{ask.asRequest}</summary>
        <Code title="curl" text={asCurl(BASE_URL, request)} />
        <Code title="TypeScript" text={asTypeScript(BASE_URL, request)} />
      </details>
    </section>
  );
}

function RuleFields({ draft, edit }: { readonly draft: Draft; readonly edit: Edit }) {
  const { ask } = texts();
  const percent = { type: 'number', min: 0, max: 100, step: 'any' } as const;
  return (
    <>
      <Field
        title={ask.minSupport}
        value={draft.minSupport}
        edit={(minSupport) => edit({ minSupport })}
        {...percent}
      />
      <Field
        title={ask.minConfidence}
        value={draft.minConfidence}
        edit={(minConfidence) => edit({ minConfidence })}
        {...percent}
      />
    </>
  );
}

type FieldProps = JSX.InputHTMLAttributes & {
  readonly title: string;
  readonly value: string;
  readonly edit: (text: string) => void;
};

function Field({ title, edit, ...rest }: FieldProps) {
  return (
    <label>
      {title}
      <input type="text" {...rest} onInput={({ currentTarget }) => edit(currentTarget.value)} />
    </label>
  );
}

function Code({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <>
      <h3>{title}</h3>
      <pre>{text}</pre>
    </>
  );
}
