// Edits a report's scope and parameters: the fields that the forms of a new report and of a schedule share.
import { useState } from 'preact/hooks';
import type { TestWebhookResponse } from '../../../packages/client/src/index.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { isReadOnly } from '../app/key.ts';
import { formatNumber, getTexts } from '../app/words/language.ts';
import { getServiceWords } from '../app/words/service-words.ts';
import { workTexts } from '../app/words/work-texts.ts';
import { Check, Choice, Field } from '../parts/form-fields.tsx';
import { useSending } from '../parts/sending.tsx';
import { Problem } from '../parts/states.tsx';
import { getGroup, listChoices, parseCustom, readChoices } from '../reports/report-types.ts';
import { emptyRules } from './condition-draft.ts';
import { CUSTOMER_SCOPES, type Draft } from './report-request.ts';
import { ConditionFields, KeptFields, RuleFields } from './rule-fields.tsx';

interface ReportFieldsProps {
  readonly draft: Draft;
  readonly edit: (changes: Partial<Draft>) => void;
  /** Slugs of the datasets. */
  readonly datasets: readonly string[];
}

interface OwnTexts {
  readonly title: string;
  readonly names: Readonly<Record<string, string>>;
}

export const READERS_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

export function ReportFields({ draft, edit, datasets }: ReportFieldsProps) {
  const { ask, choice } = getTexts();
  const { builder } = workTexts();
  // Open from the start if one of its fields is set.
  const [isOpen] = useState(() => hasMoreOptions(draft));
  return (
    <>
      <div class="fields">
        <Choice
          title={ask.dataset}
          value={draft.dataset}
          options={[...new Set([...datasets, draft.dataset])].map((slug) => [slug, slug] as const)}
          edit={(dataset) => edit({ dataset })}
        />
        <Field title={ask.start} type="date" value={draft.start} edit={(start) => edit({ start })} />
        <Field title={ask.end} type="date" value={draft.end} edit={(end) => edit({ end })} />
        <Field title={ask.name} value={draft.name} maxLength={200} edit={(name) => edit({ name })} />
        <Choice
          title={builder.customers}
          value={draft.customers}
          options={[
            ['', builder.asAsked] as const,
            ...CUSTOMER_SCOPES.map((name) => [name, builder.customerScopes[name]] as const),
          ]}
          edit={(customers) => edit({ customers })}
        />
        {listChoices(draft.type).map(([param, values]) => {
          const { title, names }: OwnTexts = choice[param];
          return (
            <Choice
              key={param}
              title={title}
              value={String(draft.choices[param] ?? '')}
              options={[
                ['', builder.default] as const,
                ...[...values, ...parseCustom(draft.choices[param])].map(
                  (name) => [name, names[name] ?? name] as const,
                ),
              ]}
              edit={(value) =>
                edit({ choices: readChoices(draft.type, { ...draft.choices, [param]: value }) })
              }
            />
          );
        })}
      </div>
      {draft.type === 'MBA' && <KeptFields draft={draft} edit={edit} />}
      {getGroup(draft.type) !== undefined && (
        <Check title={builder.next} checked={draft.next} edit={(next) => edit({ next })} />
      )}
      <details open={isOpen}>
        <summary>{builder.more}</summary>
        <ConditionFields conditions={draft.conditions} edit={(conditions) => edit({ conditions })} />
        {draft.type === 'MBA' && <RuleFields draft={draft} edit={edit} />}
        <div class="fields">
          <Field
            title={builder.timeZone}
            value={draft.timeZone}
            placeholder={READERS_ZONE}
            edit={(timeZone) => edit({ timeZone })}
          />
        </div>
        <WebhookField url={draft.webhookUrl} edit={(webhookUrl) => edit({ webhookUrl })} />
        <Check
          title={ask.waits}
          checked={draft.waitsForImports}
          edit={(waitsForImports) => edit({ waitsForImports })}
        />
      </details>
    </>
  );
}

/** Whether a field of "More options" is set. */
function hasMoreOptions({ conditions, rules, waitsForImports, ...draft }: Draft): boolean {
  const { minSupport, minConfidence, baskets, identifier, level, timeZone, webhookUrl } = draft;
  const texts = [minSupport, minConfidence, baskets, identifier, level, timeZone, webhookUrl];
  const isChanged = JSON.stringify(rules) !== JSON.stringify(emptyRules);
  return isChanged || waitsForImports || conditions.length > 0 || texts.some((text) => text !== '');
}

// The address that receives a report's event, with a button that sends a test event.

interface WebhookFieldProps {
  readonly url: string;
  readonly edit: (url: string) => void;
}

function WebhookField({ url, edit }: WebhookFieldProps) {
  const { webhook: said } = workTexts();
  const { isSending, problem, send } = useSending();
  const [tried, setTried] = useState<TestWebhookResponse | undefined>(undefined);
  const test = (): void => {
    setTried(undefined);
    send(async (client, call) => setTried(await client.webhooks.test(url.trim(), call)));
  };
  return (
    <>
      <div class="with-button">
        <Field
          title={said.address}
          type="url"
          value={url}
          maxLength={2048}
          placeholder="https://"
          edit={(text) => {
            setTried(undefined);
            edit(text);
          }}
        />
        <button type="button" disabled={isSending || isReadOnly.value || url.trim() === ''} onClick={test}>
          {isSending ? said.testing : said.test}
        </button>
      </div>
      <p class="muted">{said.hint}</p>
      <p role="status" class="result">
        {tried !== undefined && <Outcome tried={tried} />}
      </p>
      <Problem problem={problem} reload={test} />
    </>
  );
}

function Outcome({ tried }: { readonly tried: TestWebhookResponse }) {
  const { webhook: said } = workTexts();
  const { delivered, response_status = 0, fail_reason = '', fail_reason_coded, duration_ms } = tried;
  return delivered ? (
    <span class="status done">
      {fill(said.delivered, { status: String(response_status), ms: formatNumber(duration_ms) })}
    </span>
  ) : (
    <span class="status failed">
      {fill(said.refused, { problem: getServiceWords()(fail_reason, fail_reason_coded) })}
    </span>
  );
}
