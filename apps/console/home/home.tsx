// Draws the first page: how old the orders are, actions, the shop's figures, and jobs in progress; without orders, how to import
// them.
import type { Dataset, EffectReport } from '../../../packages/client/src/index.ts';
import { findActions, type NewestReports } from '../../../packages/report-parts/actions/find-actions.ts';
import { describeOldAge } from '../../../packages/report-parts/actions/freshness.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { readParameter } from '../app/address.ts';
import { useFollowed } from '../app/jobs.ts';
import { createLazyScripts, PARTS, ScriptState } from '../app/loading/lazy-script.tsx';
import { useLoaded } from '../app/loading/loaded.ts';
import { getActionWords, getHomeTexts } from '../app/words/home-texts.ts';
import { formatDay, formatNumber, formatPercent, formatSpan, getTexts, time } from '../app/words/language.ts';
import { Skeleton, States } from '../parts/states.tsx';
import { To } from '../parts/to.tsx';
import { ActionCards } from './action-card.tsx';
import { Analyse } from './analyse.tsx';
import { fetchHomeData, type HomeData } from './home-data.ts';
import { OverviewCard } from './overview.tsx';
import { Failures, InProgress, sortJobs } from './recent.tsx';
import { SinceBefore } from './since.tsx';

export function Home() {
  const said = getHomeTexts();
  const asked = readParameter('dataset');
  const loaded = useLoaded<HomeData>(`home ${asked ?? ''}`, (client, call, showPart) =>
    fetchHomeData(client, asked, call, showPart),
  );
  const open = loaded.value === undefined ? [] : sortJobs(loaded.value);
  useFollowed(open, loaded.jobEnded);
  return (
    <States of={loaded} lines={30}>
      {(data) => (
        <>
          {data.dataset !== undefined && <OldOrders dataset={data.dataset} />}
          <h1>{data.dataset === undefined ? said.welcome : describeTitle(data.dataset)}</h1>
          {data.dataset === undefined ? (
            <FirstVisit />
          ) : (
            <Shop data={data} dataset={data.dataset} reload={loaded.reload} />
          )}
          {open.length > 0 && (
            <section class="card">
              <h2>{getTexts().progress.title}</h2>
              <InProgress recent={data} />
            </section>
          )}
          <Failures reports={data.reports} imports={data.imports} />
        </>
      )}
    </States>
  );
}

const usePart = createLazyScripts(PARTS);

/** Only the first visits need it: it comes with the script of imports, which the visitor opens next. */
function FirstVisit() {
  const script = usePart('firstVisit');
  const View = script.found;
  return View === undefined ? <ScriptState script={script} /> : <View />;
}

/** Names the day up to which there are orders. */
function describeTitle({ contents }: Dataset): string {
  const { title, titleUpTo } = getHomeTexts();
  const last = contents?.last_order_date ?? null;
  return last === null ? title : fill(titleUpTo, { last: formatDay(last) });
}

/** Says how old the newest order is, if it no longer shows the present. */
function OldOrders({ dataset: { slug, contents } }: { readonly dataset: Dataset }) {
  const words = getActionWords();
  const age = describeOldAge(contents?.last_order_date, Date.now(), words, formatSpan);
  if (age === undefined) return null;
  return (
    <p class="notice">
      <strong>{age}</strong> {words.oldMeans}{' '}
      <To place={{ view: 'import', dataset: slug }}>{getHomeTexts().importMore}</To>
    </p>
  );
}

interface ShopProps {
  readonly data: HomeData;
  readonly dataset: Dataset;
  readonly reload: () => void;
}

function Shop({ data, dataset, reload }: ShopProps) {
  const said = getHomeTexts();
  const { newest, reports, listed } = data;
  const isAsked = reports.some(({ status }) => status === 'Processing');
  return (
    <>
      <About data={data} dataset={dataset} reload={reload} />
      {newest.COHORT?.overview && (
        <OverviewCard report={newest.COHORT} overview={newest.COHORT.overview} products={newest.MBA} />
      )}
      {listed.length === 0 ? (
        <section class="card">
          <p>{isAsked ? said.beingAnalysed : said.noReports}</p>
          {!isAsked && <Analyse dataset={dataset.slug} started={reload} />}
        </section>
      ) : (
        data.isPart || <Actions newest={newest} />
      )}
      <Measured effects={data.effects} />
      {/* Another one below the figures: the same one would move. */}
      {data.isPart && <Skeleton key={newest.COHORT === undefined ? 'all' : 'rest'} lines={30} />}
      {data.isPart || <SinceBefore newest={newest} />}
    </>
  );
}

/** Names the days and the last import of the dataset, the age of its reports, and how to renew them. */
function About({ data: { listed, imports, reports }, dataset, reload }: ShopProps) {
  const said = getHomeTexts();
  const { slug, contents } = dataset;
  const last = imports.find(({ dataset_id }) => dataset_id === slug);
  const oldest = listed.map(({ created_at }) => created_at).toSorted()[0];
  const isOld = last !== undefined && oldest !== undefined && oldest < last.created_at;
  const isAsked = reports.some(({ status }) => status === 'Processing');
  return (
    <div class="about">
      <p class="muted">
        {contents !== null &&
          contents.first_order_date !== null &&
          contents.last_order_date !== null &&
          `${fill(said.covers, { first: formatDay(contents.first_order_date), last: formatDay(contents.last_order_date) })} `}
        {last !== undefined && `${fill(said.imported, { at: time(last.created_at) })} `}
        <To place={{ view: 'import', dataset: slug }}>{said.importMore}</To>
      </p>
      {isOld && !isAsked && (
        <div class="notice">
          <p>{said.older}</p>
          <Analyse dataset={slug} started={reload} isRenewal />
        </div>
      )}
    </div>
  );
}

// Shows at most three actions of the newest reports.
function Actions({ newest }: { readonly newest: NewestReports }) {
  const said = getActionWords();
  const actions = findActions(newest, Date.now());
  if (actions.length === 0)
    return (
      <section class="card">
        <h2>{said.nothing}</h2>
        <p>{said.nothingMeans}</p>
      </section>
    );
  return (
    <ol class="actions">
      <ActionCards actions={actions} />
    </ol>
  );
}

// Shows the measured effect of contacting audiences, by the newest report of each.
function Measured({ effects }: { readonly effects: readonly EffectReport[] }) {
  const said = getHomeTexts().effect;
  if (effects.length === 0) return null;
  return (
    <section class="card">
      <h2>{said.title}</h2>
      <ul class="plain">
        {effects.map((report) => (
          <li key={report.report_id}>
            {fill(said.of, { name: report.name, line: describeEffect(report) })}{' '}
            <To place={{ view: 'report', id: report.report_id }}>{getHomeTexts().action.showFigures}</To>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Formats “+3.1 % [-0.4, 6.8] orders, not yet decided, 12 days to go”. */
function describeEffect({ effect }: EffectReport): string {
  const said = getHomeTexts().effect;
  if (effect === null) return '';
  const { verdict, days_to_go, measures } = effect;
  const found = measures.find(({ decides }) => decides);
  // Reports of earlier versions have no adjusted figures.
  const compared = found?.adjusted ?? found;
  const lift = compared?.lift ?? null;
  const isSaid = found && compared && lift !== null && !['not_begun', 'too_few'].includes(verdict);
  const end = (limit: number | null) => (limit === null ? '…' : formatNumber(100 * limit, 1));
  return [
    ...(isSaid
      ? [
          `${lift > 0 ? '+' : ''}${formatPercent(lift, 1)} [${end(compared.lift_interval.lower)}, ${end(compared.lift_interval.upper)}] ${said.measure[found.measure]}`,
        ]
      : []),
    said.verdict[verdict],
    ...(days_to_go > 0 ? [fill(said.toGo, { days: days_to_go, shown: formatNumber(days_to_go) })] : []),
  ].join(', ');
}
