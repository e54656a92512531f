// Edits the identity rules and the merge list of a dataset, and shows what they would join before they are saved. Parts
// that the form does not show stay as they are.
import { useState } from 'preact/hooks';
import type { Dataset, FinishedReport, StoredMergeList } from '../../../packages/client/src/index.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { showPersons } from '../../../packages/report-parts/tables/persons.ts';
import { ShownTables } from '../../../packages/report-parts/tables/shown.ts';
import { formatMergeLines, parseMergeLines } from '../../../src/analysis/identity/merge-lines.ts';
import { getHomeTexts } from '../app/words/home-texts.ts';
import { createViewTexts, formatNumber } from '../app/words/language.ts';
import { createSay } from '../app/words/service-words.ts';
import { Check, Field, Writing } from '../parts/form-fields.tsx';
import { useSending } from '../parts/sending.tsx';
import { Problem } from '../parts/states.tsx';
import english from '../texts/en/persons.json' with { type: 'json' };
import type { PersonTexts } from '../texts/languages.ts';

const getPersonTexts = createViewTexts<PersonTexts>(
  english,
  async () => (await import('../texts/de/persons-de.json', { with: { type: 'json' } })).default,
);

type Identity = NonNullable<Dataset['identity']>;

interface RuleChoices {
  readonly email: boolean;
  readonly phone: boolean;
  readonly callingCode: string;
  /** Custom fields with the shop's own number, separated by commas. */
  readonly numberFields: string;
}

const PREFIX = 'custom:';

function readChoices(identity: Identity | null): RuleChoices {
  return {
    email: identity?.email !== undefined,
    phone: identity?.phone !== undefined,
    callingCode: identity?.phone?.country_code ?? '',
    numberFields: (identity?.customer_number?.fields ?? [])
      .map((field) => field.slice(PREFIX.length))
      .join(', '),
  };
}

function composeRules(before: Identity | null, choices: RuleChoices): Identity {
  const fields = choices.numberFields
    .split(',')
    .flatMap((one) => (one.trim() === '' ? [] : PREFIX + one.trim()));
  const { fields: phoneFields } = before?.phone ?? {};
  const code = choices.callingCode.replace(/^(?:\+|00)/, '').trim();
  return {
    ...(before?.accounts !== undefined && { accounts: before.accounts }),
    ...(choices.email && { email: before?.email ?? {} }),
    ...(choices.phone && {
      phone: {
        ...(phoneFields !== undefined && { fields: phoneFields }),
        ...(code !== '' && { country_code: code }),
      },
    }),
    ...(fields.length > 0 && { customer_number: { fields } }),
  };
}

interface EditedList {
  /** As it is stored. */
  readonly stored: StoredMergeList;
  readonly lines: string;
}

interface PersonRulesProps {
  readonly dataset: Pick<Dataset, 'slug' | 'name' | 'identity'>;
  /** Called when the rules have been changed. */
  readonly changed: () => void;
}

export function PersonRules({ dataset: { slug, name, identity }, changed }: PersonRulesProps) {
  const said = getPersonTexts();
  const { save } = getHomeTexts().settings;
  const [choices, setChoices] = useState(readChoices(identity));
  const [tried, setTried] = useState<FinishedReport>();
  const [list, setList] = useState<EditedList>();
  const previewing = useSending();
  const saving = useSending();
  const edit = (change: Partial<RuleChoices>): void => {
    setChoices({ ...choices, ...change });
    setTried(undefined);
  };
  const rules = composeRules(identity, choices);
  const preview = (): void =>
    previewing.send(async (client, call) =>
      setTried(
        await client.reports.createAndWait(
          { report_type: 'RFM', dataset_id: slug, name: said.previewName, params: { identity: rules } },
          call,
        ),
      ),
    );
  /** What is entered; undefined if it is what is stored. */
  const entered =
    list && list.lines !== formatMergeLines(list.stored.merges) ? parseMergeLines(list.lines) : undefined;
  const setStored = (stored: StoredMergeList): void =>
    setList({ stored, lines: formatMergeLines(stored.merges) });
  const load = (): void =>
    saving.send(async (client, call) => setStored(await client.datasets.merges(slug, call)));
  const store = (to: Identity | null): void =>
    saving.send(async (client, call) => {
      await client.datasets.change(slug, { identity: to }, call);
      changed();
      if (to !== null && list && entered) {
        // An erasure may have removed ids: what was read before would store them again.
        const stored = await client.datasets.merges(slug, call);
        if (stored.version !== list.stored.version) {
          setStored(stored);
          throw new Error(said.listChanged);
        }
        const { separate } = stored;
        setStored(await client.datasets.replaceMerges(slug, { merges: entered.merges, separate }, call));
      }
      if (to === null) setChoices(readChoices(null));
    });
  return (
    <details
      onToggle={() => {
        if (list === undefined) load();
      }}
    >
      <summary>{fill(said.title, { name })}</summary>
      <p class="muted">{identity === null ? said.off : said.on}</p>
      <Writing>
        <form
          class="fields"
          onSubmit={(event) => {
            event.preventDefault();
            store(rules);
          }}
        >
          <Check title={said.email} checked={choices.email} edit={(email) => edit({ email })} />
          <Check title={said.phone} checked={choices.phone} edit={(phone) => edit({ phone })} />
          <Field
            title={said.callingCode}
            hint={said.callingCodeHint}
            value={choices.callingCode}
            edit={(callingCode) => edit({ callingCode })}
          />
          <Field
            title={said.numberFields}
            hint={said.numberFieldsHint}
            value={choices.numberFields}
            edit={(numberFields) => edit({ numberFields })}
          />
          {list !== undefined && (
            <label>
              {said.list}
              <textarea
                value={list.lines}
                onInput={({ currentTarget }) => setList({ ...list, lines: currentTarget.value })}
              />
            </label>
          )}
          {entered !== undefined && (
            <p role="status">
              {fill(said.listCounts, {
                persons: formatNumber(entered.merges.length),
                ids: formatNumber(entered.ids),
              })}
            </p>
          )}
          <button type="button" disabled={previewing.isSending} onClick={preview}>
            {previewing.isSending ? said.previewing : said.preview}
          </button>
          <button type="submit" disabled={saving.isSending}>
            {save}
          </button>
          {identity !== null && (
            <button type="button" disabled={saving.isSending} onClick={() => store(null)}>
              {said.remove}
            </button>
          )}
        </form>
        <p class="muted">{said.means}</p>
        <Problem problem={previewing.problem} reload={preview} />
        <Problem problem={saving.problem} reload={() => (list ? store(rules) : load())} />
      </Writing>
      {tried !== undefined && <ShownTables tables={showPersons(tried, createSay(tried))} />}
    </details>
  );
}
