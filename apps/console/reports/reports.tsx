// Lists all reports, newest first, with their current status; and the questions that a new report can answer.
import { useEffect, useState } from 'preact/hooks';
import type { ReportSummary } from '../../../packages/client/src/index.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { Table } from '../../../packages/report-parts/table.ts';
import { go, readParameter, readPlace } from '../app/address.ts';
import { useFollowed } from '../app/jobs.ts';
import { useLoaded } from '../app/loading/loaded.ts';
import { getTexts, time } from '../app/words/language.ts';
import { getServiceWords } from '../app/words/service-words.ts';
import { workTexts } from '../app/words/work-texts.ts';
import { Check } from '../parts/form-fields.tsx';
import { useSending } from '../parts/sending.tsx';
import { States } from '../parts/states.tsx';
import { StatusWord } from '../parts/status.tsx';
import { To } from '../parts/to.tsx';
import { READERS_ZONE, ReportFields } from '../requests/report-fields.tsx';
import { createDraftFromReport, type Draft, emptyDraft, toRequest } from '../requests/report-request.ts';
import type { FormRequest } from '../requests/request-code.ts';
import { RequestForm } from '../requests/request-form.tsx';
import { emptySchedule, type ScheduleDraft, toSchedule } from '../schedules/schedule-draft.ts';
import { ScheduleFields } from '../schedules/schedule-form.tsx';
import { describeCoverage, describePeriod } from './asked.ts';
import { getType, isOfAudience, reportName, TEMPLATES, type Template, typeName } from './report-types.ts';

const FIRST_PAGE = 20;
/** Limit of one request. */
const LONGEST_LIST = 100;

export function Reports() {
  const datasets = useLoaded('datasets', async (client, call) => {
    const { datasets: found } = await client.datasets.list({}, call).page();
    return found;
  });
  const slugs = (datasets.value ?? []).map(({ slug }) => slug);
  const template = TEMPLATES.find((name) => name === readParameter('template'));
  const from = readParameter('from');
  if (from !== undefined) return <AskAgain key={from} id={from} datasets={slugs} />;
  return template === undefined ? (
    <AllReports />
  ) : (
    <Ask key={template} template={template} datasets={slugs} />
  );
}

function AllReports() {
  const said = getTexts();
  const dataset = readParameter('dataset');
  const [limit, setLimit] = useState(FIRST_PAGE);
  const loaded = useLoaded(`reports of ${dataset ?? 'all'}, ${limit}`, (client, call) =>
    client.reports.list({ limit, dataset_id: dataset }, call).page(),
  );
  const open = (loaded.value?.reports ?? []).filter(({ status }) => status === 'Processing');
  useFollowed(
    open.map(({ report_id }) => ({ kind: 'report', id: report_id })),
    loaded.jobEnded,
  );
  return (
    <>
      <h1>{said.reports}</h1>
      <Questions />
      <section class="card">
        <h2>{said.reports}</h2>
        <States of={loaded} lines={12}>
          {({ reports, next_cursor }) => (
            <>
              <ReportTable reports={reports} />
              {next_cursor !== undefined && limit < LONGEST_LIST && (
                <button type="button" onClick={() => setLimit(LONGEST_LIST)}>
                  {said.more}
                </button>
              )}
            </>
          )}
        </States>
      </section>
    </>
  );
}

interface AskProps {
  readonly template: Template;
  /** Slugs of the datasets. */
  readonly datasets: readonly string[];
}

function Ask({ template, datasets }: AskProps) {
  const { template: questions } = getTexts();
  return (
    <ReportForm
      first={{
        ...emptyDraft(template, readParameter('dataset') ?? 'default'),
        start: readParameter('first') ?? '',
        end: readParameter('last') ?? '',
      }}
      title={questions[template].question}
      means={questions[template].means}
      datasets={datasets}
    />
  );
}

/** Starts with the settings of a report. */
function AskAgain({ id, datasets }: { readonly id: string; readonly datasets: readonly string[] }) {
  const { builder: said } = workTexts();
  const loaded = useLoaded(`report ${id}`, (client, call) => client.reports.get(id, call));
  return (
    <States of={loaded} lines={30}>
      {(report) => {
        if (!('settings' in report)) return <p class="card">{said.unfinished}</p>;
        return (
          <ReportForm
            first={createDraftFromReport(report)}
            title={said.againTitle}
            means={fill(said.againMeans, { name: reportName(report.name) })}
            datasets={datasets}
          />
        );
      }}
    </States>
  );
}

function Questions() {
  const { ask, template: questions } = getTexts();
  return (
    <section class="card">
      <h2>{ask.title}</h2>
      <p class="muted">{ask.explain}</p>
      <ul class="gallery">
        {TEMPLATES.filter((name) => !isOfAudience(getType(name))).map((name) => (
          <li key={name}>
            <To place={{ ...readPlace(), template: name }}>{questions[name].question}</To>
            <p class="muted">{questions[name].means}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ReportTable({ reports }: { readonly reports: readonly ReportSummary[] }) {
  const said = getTexts();
  if (reports.length === 0) return <p class="muted">{said.list.none}</p>;
  return (
    <Table
      caption={said.reports}
      columns={[
        said.list.name,
        said.list.status,
        said.list.covers,
        said.list.type,
        said.list.dataset,
        said.list.requested,
      ].map((title) => ({ title }))}
      rows={reports.map((report) => [
        <To key="" place={{ view: 'report', id: report.report_id }}>
          {reportName(report.name)}
        </To>,
        <>
          <StatusWord status={report.status} />
          {report.fail_reason !== undefined && (
            <p class="muted">{getServiceWords()(report.fail_reason, report.fail_reason_coded)}</p>
          )}
        </>,
        [describePeriod(report.covers), ...describeCoverage(report.covers)].join(' · '),
        typeName(report.report_type),
        report.dataset_id,
        time(report.created_at),
      ])}
    />
  );
}

// Shows the form of a new report, or of a schedule that requests it regularly.

interface ReportFormProps {
  readonly first: Draft;
  readonly title: string;
  readonly means: string;
  /** Slugs of the datasets. */
  readonly datasets: readonly string[];
}

function ReportForm({ first, title, means, datasets }: ReportFormProps) {
  const { ask } = getTexts();
  const { schedules } = workTexts();
  const [draft, setDraft] = useState(first);
  const [schedule, setSchedule] = useState<ScheduleDraft>(() => emptySchedule(READERS_ZONE));
  const [isRegular, setRegular] = useState(readParameter('every') !== undefined);
  const sending = useSending();
  const edit = (changes: Partial<Draft>): void => setDraft({ ...draft, ...changes });
  const chosen = readParameter('dataset');
  useEffect(() => {
    if (chosen !== undefined) edit({ dataset: chosen });
  }, [chosen]);
  const report = toRequest(draft);
  const request: Exclude<FormRequest, { path: '/schedules/{id}' }> = isRegular
    ? { path: '/schedules', body: toSchedule(report, schedule) }
    : { path: '/reports', body: report };
  const send = (): void =>
    sending.send(async (client, call) => {
      if (request.path === '/schedules') {
        await client.schedules.create(request.body, call);
        go({ view: 'schedules' });
      } else {
        const { report_id } = await client.reports.create(request.body, call);
        go({ view: 'report', id: report_id });
      }
    });
  return (
    <RequestForm
      title={title}
      means={means}
      request={request}
      sending={sending}
      send={send}
      submit={isRegular ? schedules.submit : ask.submit}
      submitting={ask.sending}
      back={{ view: 'reports', dataset: readParameter('dataset') }}
    >
      <ReportFields draft={draft} edit={edit} datasets={datasets} />
      <Check title={schedules.regularly} checked={isRegular} edit={setRegular} />
      {isRegular && (
        <ScheduleFields draft={schedule} edit={(changes) => setSchedule({ ...schedule, ...changes })} />
      )}
    </RequestForm>
  );
}
