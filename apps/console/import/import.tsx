// Leads from files to stored orders: their contents and settings, their totals, and the sending.
import { useEffect, useState } from 'preact/hooks';
import type { FilePreview } from '../../../packages/order-files/rows/preview.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { readParameter } from '../app/address.ts';
import { useLoaded } from '../app/loading/loaded.ts';
import { formatNumber } from '../app/words/language.ts';
import { Check, Field, Writing } from '../parts/form-fields.tsx';
import { ErrorWords } from '../parts/states.tsx';
import { continueSending, discardUnfinished, reset, startCheck, startSending } from './actions.ts';
import { changeSettings } from './change-settings.ts';
import { Choose } from './choose.tsx';
import { ImportColumns, ImportFacts } from './import-columns.tsx';
import { ImportDecisions, isDecision } from './import-decisions.tsx';
import { ImportAnswers, ImportQuestion } from './import-question.tsx';
import { fileWords, ImportReport } from './import-report.tsx';
import { ImportSending } from './import-sending.tsx';
import { describeReading, ImportSettings } from './import-settings.tsx';
import { getImportTexts } from './import-texts.ts';
import type { Failure } from './messages.ts';
import {
  checked,
  dataset,
  files,
  lacksRates,
  previewed,
  problem,
  question,
  reading,
  sending,
  settings,
  unfinished,
} from './state.ts';

export function ImportView() {
  const said = getImportTexts();
  const asked = readParameter('dataset');
  // A dataset that is chosen above is where the next orders go; one that is typed stays.
  useEffect(() => {
    if (asked !== undefined && sending.value === undefined) dataset.value = asked;
  }, [asked]);
  const isSending = sending.value !== undefined;
  const understood = previewed.value?.previews.every((file) => file.understood !== undefined) === true;
  // An answer checks the files: meanwhile, it is the only next step.
  const isAsked = question.value !== undefined || (problem.value !== undefined && isDecision(problem.value));
  return (
    <>
      <h1>{said.title}</h1>
      {files.value.length === 0 ? <Choose chosen={() => undefined} /> : <Chosen />}
      {problem.value !== undefined && !isDecision(problem.value) && (
        <div class="problem" role="alert">
          <p>
            <strong>{said.stopped}</strong>
          </p>
          <FailureWords failure={problem.value} />
        </div>
      )}
      {!isSending && <ImportDecisions />}
      {!isSending && <ImportQuestion />}
      {!isSending && <ImportAnswers />}
      {isSending && <ImportSending />}
      {!isSending && unfinished.value !== undefined && <Continue />}
      {!isSending && unfinished.value === undefined && lacksRates.value !== undefined && <ChooseRates />}
      {!isSending && previewed.value !== undefined && (
        <div>
          {checked.value !== undefined && <ImportReport checked={checked.value} />}
          <HowRead isDetected={previewed.value.previews.every(isDetected)} />
          {understood && !isAsked && <Next />}
        </div>
      )}
    </>
  );
}

/** Whether the customers and days of the orders were found; a file without a header has one order per line. */
function isDetected({ header, understood }: FilePreview): boolean {
  if (understood === undefined) return false;
  const { customer_id, order_date } = understood.positions;
  return header.length === 0 || (customer_id !== undefined && order_date !== undefined);
}

/** Opens if the reader must choose something in it, and then stays open. */
function HowRead({ isDetected: hasAll }: { readonly isDetected: boolean }) {
  const needsReader = !hasAll || lacksRates.value !== undefined;
  const [isOpen, setOpen] = useState(needsReader);
  useEffect(() => {
    if (needsReader) setOpen(true);
  }, [needsReader]);
  return (
    <details class="card" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <strong>{getImportTexts().understood}</strong> <span class="muted">{describeReading()}</span>
      </summary>
      <ImportSettings />
      <ImportColumns />
      <ImportFacts />
    </details>
  );
}

/** Stays in view below long sheets. */
function Next() {
  const said = getImportTexts();
  const { value } = checked;
  return (
    <div class="next card">
      {value === undefined ? (
        <>
          <button type="button" class="main" disabled={reading.value !== undefined} onClick={startCheck}>
            {said.startCheck}
          </button>
          {reading.value === undefined && <span class="muted">{said.checkHint}</span>}
          <Reading />
        </>
      ) : (
        <Writing>
          <button type="button" class="main" disabled={value.rows === 0} onClick={startSending}>
            {fill(said.send, { count: value.rows, shown: formatNumber(value.rows) })}
          </button>
        </Writing>
      )}
    </div>
  );
}

function FailureWords({ failure }: { readonly failure: Failure }) {
  if (failure.of === 'sending') return <ErrorWords code={failure.code} message={failure.message} />;
  const sentence = fileWords().problem(failure.problem);
  return <p>{failure.source === undefined ? sentence : `${failure.source}: ${sentence}`}</p>;
}

function Chosen() {
  const said = getImportTexts();
  const found = previewed.value?.previews;
  const isUnderstood = found?.every(({ understood }) => understood !== undefined) === true;
  return (
    <section class="card">
      <h2>{said.files}</h2>
      <ul class="plain">
        {files.value.map(({ name, size }, index) => {
          const preview = found?.[index];
          const { understood } = preview ?? {};
          return (
            <li key={`${index} ${name}`}>
              <strong>{name}</strong> <span class="muted">{formatSize(size)}</span>
              {understood !== undefined && understood.profile.id !== 'plain' && (
                <> · {fill(said.recognised, { exporter: understood.profile.title })}</>
              )}
              {preview?.problem !== undefined && question.value?.problem.code !== preview.problem.code && (
                <p class="bad">{fileWords().problem(preview.problem)}</p>
              )}
            </li>
          );
        })}
      </ul>
      {found === undefined && problem.value === undefined && <p role="status">{said.looking}</p>}
      {isUnderstood && sending.value === undefined && (
        <div class="short">
          <DatasetField />
        </div>
      )}
      <button type="button" onClick={reset}>
        {said.others}
      </button>
    </section>
  );
}

function formatSize(bytes: number): string {
  return bytes < 100_000
    ? `${formatNumber(Math.ceil(bytes / 1_000))} kB`
    : `${formatNumber(bytes / 1_000_000, 1)} MB`;
}

function Continue() {
  const said = getImportTexts();
  const { value } = unfinished;
  if (value === undefined) return null;
  const { checkpoint, rows, datasetId } = value;
  return (
    <section class="card" aria-label={said.unfinished}>
      <h2>{said.unfinished}</h2>
      <p>
        {fill(said.continueHint, { dataset: datasetId })}{' '}
        {fill(said.sent, { sent: formatNumber(checkpoint.rowsSent), all: formatNumber(rows) })}
      </p>
      <Writing>
        <p>
          <button type="button" class="main" onClick={continueSending}>
            {said.continue}
          </button>{' '}
          <button type="button" onClick={discardUnfinished}>
            {said.fromBeginning}
          </button>
        </p>
      </Writing>
    </section>
  );
}

function ChooseRates() {
  const said = getImportTexts();
  const { datasetId = '', ratesName = '' } = lacksRates.value ?? {};
  return (
    <section class="card" aria-label={said.unfinished}>
      <h2>{said.unfinished}</h2>
      <p>
        {fill(said.continueHint, { dataset: datasetId })} {fill(said.ratesAgain, { name: ratesName })}
      </p>
    </section>
  );
}

function DatasetField() {
  const said = getImportTexts();
  const loaded = useLoaded('datasets', async (client, call) => client.datasets.list({}, call).page());
  const known = loaded.value?.datasets.map(({ slug }) => slug) ?? [];
  return (
    <>
      <Field
        title={said.dataset}
        list="datasets"
        proposed={known}
        maxLength={64}
        required
        pattern="[a-z0-9][a-z0-9_\-]*"
        hint={said.datasetHint}
        value={dataset.value}
        edit={(text) => {
          dataset.value = text;
        }}
      />
      {settings.value.prices || (
        <Check title={said.withoutPrices} checked edit={() => changeSettings({ prices: true })} />
      )}
    </>
  );
}

function Reading() {
  const said = getImportTexts();
  const { value } = reading;
  if (value === undefined) return null;
  const fraction = value.totalBytes === 0 ? 1 : Math.min(1, value.bytes / value.totalBytes);
  return (
    <p role="status">
      <progress value={fraction} max={1} aria-label={said.reading} />{' '}
      {fill(said.readRows, { rows: formatNumber(value.rows) })}
    </p>
  );
}
