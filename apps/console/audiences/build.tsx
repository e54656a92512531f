// Builds an audience from a list of customers, or new conditions for an existing one: counts its customers, and shows
// what would change.
import { useState } from 'preact/hooks';
import type { Audience, CreateAudienceRequest, FinishedReport } from '../../../packages/client/src/index.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { go, readParameter } from '../app/address.ts';
import { useLoaded } from '../app/loading/loaded.ts';
import { formatNumber } from '../app/words/language.ts';
import { toShare } from '../app/words/typed-numbers.ts';
import { Check, Choice, Field, Writing } from '../parts/form-fields.tsx';
import { SentForm } from '../parts/sending.tsx';
import { States } from '../parts/states.tsx';
import { createDraftFromReport, toRequest } from '../requests/report-request.ts';
import { audienceTexts } from './audience-texts.ts';
import { countHeldOut, findTooFewHeldOut } from './hold-out.ts';

type Conditions = CreateAudienceRequest['conditions'];

interface BuildProps {
  readonly reportId: string;
  readonly audiences: readonly Audience[];
  readonly saved: () => void;
}

export function BuildAudience({ reportId, audiences, saved }: BuildProps) {
  const loaded = useLoaded(`report of ${reportId}`, (client, call) =>
    client.reports.get(reportId, { ...call, lists: false }),
  );
  return (
    <States of={loaded} lines={8}>
      {(report) => {
        if (!('settings' in report)) return null;
        const list = parseList(readParameter('list'));
        if (list === undefined) return <p class="card">{audienceTexts().badList}</p>;
        return <Form report={report} list={list} audiences={audiences} saved={saved} />;
      }}
    </States>
  );
}

type List = Conditions[number]['customers'];

/** Parses the list in the address; undefined if it is not one. The service checks its contents. */
function parseList(written = '{}'): List | undefined {
  try {
    const list: unknown = JSON.parse(written);
    return typeof list === 'object' && list !== null && !Array.isArray(list) ? { ...list } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The conditions of an audience: the report's settings, which each run applies again, and the customers of the list.
 */
function toConditions(report: FinishedReport, customers: List, next: boolean): Conditions {
  const { dataset_id: _, name: __, ...asked } = toRequest({ ...createDraftFromReport(report), next });
  return [{ report: asked, customers }];
}

const NEW = '';
const REFRESHES = ['manual', 'after_import'] as const;

interface FormProps extends Omit<BuildProps, 'reportId'> {
  readonly report: FinishedReport;
  readonly list: List;
}

/** What members buy next is computed from whole histories. */
function hasWholeHistories({ settings: { filters, customer_scope } }: FinishedReport): boolean {
  const isCut = filters.conditions.length > 0 || filters.dateRange?.start !== undefined;
  return !isCut && customer_scope === 'all';
}

function Form({ report, list, audiences, saved }: FormProps) {
  const said = audienceTexts();
  const [name, setName] = useState(readParameter('called') ?? report.name);
  const [target, setTarget] = useState(NEW);
  const [holdOut, setHoldOut] = useState('10');
  const [refresh, setRefresh] = useState<(typeof REFRESHES)[number]>('after_import');
  const [next, setNext] = useState(report.settings.next_products ?? false);
  const conditions = toConditions(report, list, next);
  const { dataset_id } = report;
  const own = audiences.filter((audience) => audience.dataset_id === dataset_id);
  const preview = usePreview(conditions, dataset_id, pickBeside(own, target));
  return (
    <section class="card">
      <Preview of={preview} audiences={own} target={target} />
      <Writing>
        <SentForm
          button={target === NEW ? said.create : said.replace}
          work={async (client, call) => {
            const { audience_id } =
              target === NEW
                ? await client.audiences.create(
                    { name, dataset_id, conditions, hold_out: toShare(holdOut), refresh },
                    call,
                  )
                : await client.audiences.update(target, { conditions }, call);
            await client.audiences.refresh(audience_id, call);
            saved();
            go({ view: 'audiences', id: audience_id });
          }}
        >
          <div class="fields">
            <Choice
              title={said.target}
              value={target}
              options={[
                [NEW, said.newOne] as const,
                ...own.map((one) => [one.audience_id, one.name] as const),
              ]}
              edit={setTarget}
            />
            {target === NEW && (
              <>
                <Field title={said.name} value={name} required edit={setName} />
                <Field title={said.holdOut} value={holdOut} inputMode="decimal" edit={setHoldOut} />
                <Choice
                  title={said.refresh}
                  value={refresh}
                  options={REFRESHES.map((one) => [one, said.refreshes[one]] as const)}
                  edit={setRefresh}
                />
              </>
            )}
          </div>
          {hasWholeHistories(report) && <Check title={said.next} checked={next} edit={setNext} />}
          {target === NEW && preview.value !== undefined && (
            <HoldOut customers={preview.value.customers} share={toShare(holdOut)} />
          )}
        </SentForm>
      </Writing>
    </section>
  );
}

/** Limit of one request on audiences to count common customers with. */
const MOST_OVERLAPS = 3;

/** The audience to be replaced first. */
function pickBeside(audiences: readonly Audience[], target: string): readonly Audience[] {
  const known = audiences.filter(({ members }) => members !== null);
  return known.toSorted((a) => (a.audience_id === target ? -1 : 0)).slice(0, MOST_OVERLAPS);
}

function usePreview(conditions: Conditions, dataset: string, beside: readonly Audience[]) {
  const ids = beside.map(({ audience_id }) => audience_id);
  return useLoaded(`preview ${ids.join()} ${JSON.stringify(conditions)}`, (client, call) =>
    client.audiences.preview({ dataset_id: dataset, conditions, overlap_with: ids }, call),
  );
}

interface HoldOutProps {
  readonly customers: number;
  readonly share: number;
}

/** Says how many are not contacted, and if these are too few to judge a campaign, which share would do. */
function HoldOut({ customers, share }: HoldOutProps) {
  const said = audienceTexts();
  const found = findTooFewHeldOut(customers, share);
  const count = countHeldOut(customers, share);
  const held = fill(said.holdOutHint, {
    count,
    shown: formatNumber(count),
    all: formatNumber(customers),
  });
  if (found === undefined) return <p class="muted">{held}</p>;
  const { least, enough } = found;
  return (
    <p role="status">
      {held}{' '}
      <strong>
        {fill(said.tooFewHeldOut, { least: formatNumber(least) })}{' '}
        {enough === undefined ? said.noShareIsEnough : fill(said.enough, { share: formatNumber(enough) })}
      </strong>
    </p>
  );
}

interface PreviewProps {
  readonly of: ReturnType<typeof usePreview>;
  readonly audiences: readonly Audience[];
  readonly target: string;
}

function Preview({ of: loaded, audiences, target }: PreviewProps) {
  const said = audienceTexts();
  const beside = pickBeside(audiences, target);
  return (
    <States of={loaded} lines={3}>
      {({ customers, with_contact, overlaps }) => (
        <>
          <p>
            <output>
              {fill(said.size, {
                count: customers,
                shown: formatNumber(customers),
                contact: formatNumber(with_contact),
              })}
            </output>
          </p>
          {overlaps.map(({ audience_id, customers: all, common }) => (
            <p key={audience_id}>
              {audience_id === target
                ? fill(said.changes, {
                    stay: formatNumber(common),
                    joined: formatNumber(customers - common),
                    left: formatNumber(all - common),
                  })
                : fill(said.overlap, {
                    name: beside.find((one) => one.audience_id === audience_id)?.name ?? audience_id,
                    common: formatNumber(common),
                    all: formatNumber(all),
                  })}
            </p>
          ))}
        </>
      )}
    </States>
  );
}
