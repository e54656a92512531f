// Compares two reports of one type: `?view=compare&a=…&b=…`, in any order. The one that covers the earlier days is the
// earlier report.
import type { FinishedReport, Report } from '../../../packages/client/src/index.ts';
import { fill, isolateName } from '../../../packages/report-parts/names.ts';
import { Table } from '../../../packages/report-parts/table.ts';
import { change, readParameter } from '../app/address.ts';
import { useDatasetOf } from '../app/dataset.ts';
import { useLoaded } from '../app/loading/loaded.ts';
import { formatNumber, getTexts, time } from '../app/words/language.ts';
import { createSay } from '../app/words/service-words.ts';
import { workTexts } from '../app/words/work-texts.ts';
import { Choice } from '../parts/form-fields.tsx';
import { States } from '../parts/states.tsx';
import { To } from '../parts/to.tsx';
import { describeCoverage, describeHeading, describePeriod } from '../reports/asked.ts';
import { reportName } from '../reports/report-types.ts';
import { getViews } from '../reports/report-views.tsx';
import { CompareFacts } from './compared-figures.tsx';
import { comparePeriods, orderReports, type TwoReports } from './comparison.ts';
import { describeDifferences } from './settings-words.ts';

export function Compare() {
  const { compare: said } = workTexts();
  const [a, b] = [readParameter('a'), readParameter('b')];
  return (
    <>
      <h1>{said.title}</h1>
      {a === undefined ? (
        <p class="card">{getTexts().report.unknown}</p>
      ) : (
        <FirstReport key={a} id={a} other={b} />
      )}
    </>
  );
}

function FirstReport({ id, other }: { readonly id: string; readonly other: string | undefined }) {
  const loaded = useLoaded(`report ${id}`, (client, call) => client.reports.get(id, call));
  return (
    <States of={loaded} lines={30}>
      {(report) =>
        isFinished(report) ? (
          <>
            <OtherReport report={report} other={other} />
            {other !== undefined && <Both key={other} report={report} id={other} />}
          </>
        ) : (
          <p class="card">{workTexts().compare.unfinished}</p>
        )
      }
    </States>
  );
}

function isFinished(report: Report): report is FinishedReport {
  return report.status === 'Completed' || report.status === 'Completed with warnings';
}

/** Limit of one request. */
const LISTED = 100;

function OtherReport({
  report,
  other,
}: {
  readonly report: FinishedReport;
  readonly other: string | undefined;
}) {
  useDatasetOf(report);
  const { compare: said } = workTexts();
  const { report_type, report_id } = report;
  const loaded = useLoaded(`${report_type} reports`, (client, call) =>
    client.reports.list({ report_type, limit: LISTED }, call).page(),
  );
  return (
    <section class="card">
      <p>
        <To place={{ view: 'report', id: report_id }}>{reportName(report.name)}</To>{' '}
        <span class="muted">{describeHeading(report).join(' · ')}</span>
      </p>
      <States of={loaded} lines={3}>
        {({ reports }) => {
          const others = reports.filter(
            (found) => found.report_id !== report_id && /^Completed/.test(found.status),
          );
          if (others.length === 0 && other === undefined) return <p class="muted">{said.none}</p>;
          return (
            <Choice
              title={said.other}
              value={other ?? ''}
              options={[
                ['', said.choose],
                ...others.map(({ report_id: id, name, dataset_id, covers, created_at }) => {
                  const words = [
                    describePeriod(covers),
                    ...describeCoverage(covers),
                    dataset_id,
                    time(created_at),
                  ];
                  return [id, [isolateName(name), ...words].join(' · ')] as const;
                }),
              ]}
              edit={(b) => change({ b, show: undefined })}
            />
          );
        }}
      </States>
    </section>
  );
}

function Both({ report, id }: { readonly report: FinishedReport; readonly id: string }) {
  const { compare: said } = workTexts();
  const loaded = useLoaded(`report ${id}`, (client, call) => client.reports.get(id, call));
  return (
    <States of={loaded} lines={30}>
      {(other) => {
        if (!isFinished(other)) return <p class="card">{said.unfinished}</p>;
        return <Compared {...orderReports(report, other)} />;
      }}
    </States>
  );
}

function Compared({ before, now }: TwoReports) {
  const { compare: said } = workTexts();
  return (
    <>
      <section class="card">
        <h2>{said.pair}</h2>
        <dl>
          {(
            [
              [said.before, before],
              [said.now, now],
            ] as const
          ).map(([title, report]) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>
                <To place={{ view: 'report', id: report.report_id }}>{reportName(report.name)}</To>{' '}
                <span class="muted">{describeHeading(report).join(' · ')}</span>
              </dd>
            </div>
          ))}
        </dl>
        <Periods before={before} now={now} />
        <Settings before={before} now={now} />
      </section>
      <Body before={before} now={now} />
    </>
  );
}

/** Warns about periods: sums of more days are larger, and unfinished periods lack days. */
function Periods(two: TwoReports) {
  const { compare: said } = workTexts();
  const { days, unfinished } = comparePeriods(two);
  const sentences = [
    ...(days === undefined
      ? [said.allUpTo]
      : days[0] === days[1]
        ? []
        : [fill(said.daysDiffer, { before: formatNumber(days[0]), now: formatNumber(days[1]) })]),
    ...unfinished.map((which) => fill(said.notOver, { which: said[which] })),
  ];
  return sentences.map((sentence) => <p key={sentence}>{sentence}</p>);
}

function Body(two: TwoReports) {
  const { report_type: type } = two.now;
  if (two.before.report_type !== type) return <p class="card">{workTexts().compare.types}</p>;
  const { two: View } = getViews(type);
  return (
    <>
      <CompareFacts {...two} />
      {View && <View {...two} />}
    </>
  );
}

function Settings({ before, now }: TwoReports) {
  const { compare: said } = workTexts();
  if (before.report_type !== now.report_type) return null;
  const rows = describeDifferences(before, now, createSay(now).t);
  if (rows.length === 0) return null;
  return (
    <>
      <h3>{said.differ}</h3>
      <Table
        caption={said.differ}
        columns={[said.setting, said.before, said.now].map((title) => ({ title }))}
        rows={rows}
      />
    </>
  );
}
