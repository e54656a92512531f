// What a report covers and looks for: the fields that the form of a new report and that of a schedule share.
import { texts } from '../app/words/language.ts';
import { workTexts } from '../app/words/work-texts.ts';
import { Check, Choice, Field } from '../parts/form-fields.tsx';
import { choicesIn, choicesOf, customOf } from '../reports/report-types.ts';
import { ConditionFields } from './condition-fields.tsx';
import { CUSTOMER_SCOPES, type Draft } from './report-request.ts';
import { ConstraintFields, KeptFields, RuleFields } from './rule-fields.tsx';
import { WebhookField } from './webhook-field.tsx';

export interface ReportFieldsProps {
  readonly draft: Draft;
  readonly edit: (changes: Partial<Draft>) => void;
  /** Slugs. */
  readonly datasets: readonly string[];
}

interface OwnTexts {
  readonly title: string;
  readonly names: Readonly<Record<string, string>>;
}

export const READERS_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

export function ReportFields({ draft, edit, datasets }: ReportFieldsProps) {
  const { ask, choice } = texts();
  const { builder } = workTexts();
  return (
    <>
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
        {choicesOf(draft.type).map(([param, values]) => {
          const { title, names }: OwnTexts = choice[param];
          return (
            <Choice
              key={param}
              title={title}
              value={String(draft.choices[param] ?? '')}
              options={[
                ['', builder.default] as const,
                ...[...values, ...customOf(draft.choices[param])].map(
                  (name) => [name, names[name] ?? name] as const,
                ),
              ]}
              edit={(value) => edit({ choices: choicesIn(draft.type, { ...draft.choices, [param]: value }) })}
            />
          );
        })}
        <Field
          title={builder.timeZone}
          value={draft.timeZone}
          placeholder={READERS_ZONE}
          edit={(timeZone) => edit({ timeZone })}
        />
      </div>
      <ConditionFields conditions={draft.conditions} edit={(conditions) => edit({ conditions })} />
      {draft.type === 'MBA' && <ConstraintFields draft={draft} edit={edit} />}
      {draft.type === 'MBA' && <KeptFields draft={draft} edit={edit} />}
      <WebhookField url={draft.webhookUrl} edit={(webhookUrl) => edit({ webhookUrl })} />
      <Check
        title={ask.waits}
        checked={draft.waitsForImports}
        edit={(waitsForImports) => edit({ waitsForImports })}
      />
    </>
  );
}
