// Compares two reports of one type: `?view=compare&a=…&b=…`, in any order. The one that covers the earlier days is the
// earlier report.
import type { ComponentChildren } from 'preact';
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
      {(report) => {
        if (!isFinished(report)) return <p class="card">{workTexts().compare.unfinished}</p>;
        const choice = <OtherReport report={report} other={other} />;
        if (other !== undefined)
          return (
            <Both key={other} report={report} id={other}>
              {choice}
            </Both>
          );
        return (
          <section class="card">
            <Covered report={report} />
            {choice}
          </section>
        );
      }}
    </States>
  );
}

function isFinished(report: Report): report is FinishedReport {
  return report.status === 'Completed' || report.status === 'Completed with warnings';
}

/** A report's name and what it covers. */
function Covered({ report }: { readonly report: FinishedReport }) {
  return (
    <>
      <To place={{ view: 'report', id: report.report_id }}>{reportName(report.name)}</To>
      <p class="muted">{describeHeading(report).join(' · ')}</p>
    </>
  );
}

/** Limit of one request. */
const LISTED = 100;

interface OtherReportProps {
  readonly report: FinishedReport;
  readonly other: string | undefined;
}

function OtherReport({ report, other }: OtherReportProps) {
  useDatasetOf(report);
  const { compare: said } = workTexts();
  const { report_type, report_id } = report;
  const loaded = useLoaded(`${report_type} reports`, (client, call) =>
    client.reports.list({ report_type, limit: LISTED }, call).page(),
  );
  return (
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
                return [id, [isolateName(reportName(name)), ...words].join(' · ')] as const;
              }),
            ]}
            edit={(b) => change({ b, show: undefined })}
          />
        );
      }}
    </States>
  );
}

interface BothProps {
  readonly report: FinishedReport;
  readonly id: string;
  /** The choice of another report. */
  readonly children: ComponentChildren;
}

function Both({ report, id, children }: BothProps) {
  const { compare: said } = workTexts();
  const loaded = useLoaded(`report ${id}`, (client, call) => client.reports.get(id, call));
  return (
    <States of={loaded} lines={30}>
      {(other) => {
        const two = isFinished(other) ? orderReports(report, other) : undefined;
        return (
          <>
            <section class="card">
              {two === undefined ? <p>{said.unfinished}</p> : <Pair {...two} />}
              {children}
              {two !== undefined && <Periods {...two} />}
              {two !== undefined && <Settings {...two} />}
            </section>
            {two !== undefined && <Body {...two} />}
          </>
        );
      }}
    </States>
  );
}

function Pair({ before, now }: TwoReports) {
  const { compare: said } = workTexts();
  const pair = [
    [said.now, now],
    [said.before, before],
  ] as const;
  return (
    <dl class="columns">
      {pair.map(([title, report]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>
            <Covered report={report} />
          </dd>
        </div>
      ))}
    </dl>
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
  const title = fill(said.differ, { count: rows.length, shown: formatNumber(rows.length) });
  return (
    <details>
      <summary>{title}</summary>
      <Table
        caption={title}
        columns={[said.setting, said.now, said.before].map((column) => ({ title: column }))}
        rows={rows}
      />
    </details>
  );
}
