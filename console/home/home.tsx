// The first page: what to do this week, how the shop is doing, and what is in progress; without orders, the way to them.
import type { Dataset } from '../../client/src/index.ts';
import { change, part } from '../app/address.ts';
import { useFollowed } from '../app/jobs.ts';
import { useLoaded } from '../app/loading/loaded.ts';
import { homeTexts } from '../app/words/home-texts.ts';
import { day, texts, time } from '../app/words/language.ts';
import { States } from '../parts/states.tsx';
import { To } from '../parts/to.tsx';
import { Analyse } from './analyse.tsx';
import { Failures } from './failures.tsx';
import { FirstVisit } from './first-visit.tsx';
import { type HomeData, homeData } from './home-data.ts';
import { InProgress, jobsOf } from './in-progress.tsx';
import { Measured } from './measured.tsx';
import { Periods } from './periods.tsx';
import { SinceBefore } from './since-before.tsx';
import { ThisWeek } from './this-week.tsx';

export function Home() {
  const said = homeTexts();
  const asked = part('dataset');
  const loaded = useLoaded(`home ${asked ?? ''}`, (client, call) => homeData(client, asked, call));
  const open = loaded.value === undefined ? [] : jobsOf(loaded.value);
  useFollowed(open, loaded.reload);
  return (
    <States of={loaded} lines={30}>
      {(data) => (
        <>
          <h1>{data.dataset === undefined ? said.welcome : said.title}</h1>
          {data.dataset === undefined ? (
            <FirstVisit />
          ) : (
            <Shop data={data} dataset={data.dataset} reload={loaded.reload} />
          )}
          {open.length > 0 && (
            <section class="card">
              <h2>{texts().progress.title}</h2>
              <InProgress recent={data} />
            </section>
          )}
          <Failures reports={data.reports} imports={data.imports} />
        </>
      )}
    </States>
  );
}

interface ShopProps {
  readonly data: HomeData;
  readonly dataset: Dataset;
  readonly reload: () => void;
}

function Shop({ data, dataset, reload }: ShopProps) {
  const said = homeTexts();
  const { newest, reports } = data;
  const found = Object.values(newest).filter((report) => report !== undefined);
  const isAsked = reports.some(({ status }) => status === 'Processing');
  return (
    <>
      <About data={data} dataset={dataset} reload={reload} />
      {found.length === 0 ? (
        <section class="card">
          <p>{isAsked ? said.beingAnalysed : said.noReports}</p>
          {!isAsked && <Analyse dataset={dataset.slug} started={reload} />}
        </section>
      ) : (
        <ThisWeek newest={newest} />
      )}
      {newest.COHORT !== undefined && <Periods report={newest.COHORT} />}
      <Measured effects={data.effects} />
      <SinceBefore newest={newest} />
    </>
  );
}

/** Whose figures they are, how old they are, and how to renew them. */
function About({ data: { datasets, newest, imports, reports }, dataset, reload }: ShopProps) {
  const said = homeTexts();
  const { slug, contents } = dataset;
  const last = imports.find(({ dataset_id }) => dataset_id === slug);
  const first = Object.values(newest).flatMap((report) => (report === undefined ? [] : [report.created_at]));
  const oldest = first.toSorted()[0];
  const isOld = last !== undefined && oldest !== undefined && oldest < last.created_at;
  const isAsked = reports.some(({ status }) => status === 'Processing');
  return (
    <div class="about">
      {datasets.length > 1 && (
        <label class="inline">
          {texts().list.dataset}
          <select value={slug} onChange={({ currentTarget }) => change({ dataset: currentTarget.value })}>
            {datasets.map((each) => (
              <option key={each.slug} value={each.slug}>
                {each.name}
              </option>
            ))}
          </select>
        </label>
      )}
      <p class="muted">
        {contents !== null &&
          contents.first_order_date !== null &&
          contents.last_order_date !== null &&
          `${said.covers(day(contents.first_order_date), day(contents.last_order_date))} `}
        {last !== undefined && `${said.imported(time(last.created_at))} `}
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
