// Reads the orders of a report: from the extract that an earlier report kept, if no order has changed since,
// otherwise from the Orders table, whose extract is then kept. Both give the same columns. An extract only
// saves time: when it cannot be read or stored, the report reads the table.
// DynamoDB applies a transaction item by item: for a moment, a reader may get a commit's revision, but not
// yet its orders. An extract is therefore kept only if the import of every commit that it could have met had
// ended before the orders were read, which is after its transactions had been applied in full.
// An instance that computes one report after the other caches the columns of the last one whose extract is
// kept, for equal requests on the same state: they need no extract.
import { decodeTime } from 'ulid';
import {
  type DatasetContents,
  decodeExtract,
  ExtractBuilder,
} from '../../../analysis/extract/extract-file.ts';
import { CustomerFacts } from '../../../analysis/identity/customer-facts.ts';
import { linkPersons, type Persons } from '../../../analysis/identity/link-persons.ts';
import { renameCustomers } from '../../../analysis/identity/rename-customers.ts';
import type { OrderColumns } from '../../../analysis/orders/columns.ts';
import type { AskedColumns } from '../../../analysis/report-types/columns-asked.ts';
import { SHARD_COUNT } from '../../../contract/schema/limits.ts';
import type { DatasetReader, DatasetReadOptions } from '../../datasets/dataset-reader.ts';
import type { DatasetStates } from '../../datasets/dataset-states.ts';
import type { DatasetStore } from '../../datasets/datasets.ts';
import type { Extracts, FoundExtract } from '../../datasets/extracts.ts';
import type { MergeLists } from '../../datasets/merge-lists.ts';
import { describeError } from '../../observability/describe-error.ts';
import { log } from '../../observability/log.ts';
import { measure } from '../../observability/metrics.ts';
import type { ImportsInProgress } from '../../orders/imports-in-progress.ts';
import type { ReportItem } from '../report-item.ts';

export interface ReadDatasetDeps {
  readonly reader: DatasetReader;
  readonly states: DatasetStates;
  readonly extracts: Pick<Extracts, 'find' | 'keep'>;
  readonly importsInProgress: ImportsInProgress;
  readonly datasets: Pick<DatasetStore, 'noteContents'>;
  readonly merges: Pick<MergeLists, 'get'>;
  readonly clock: () => number;
  /** Line items of the largest dataset whose extract is kept; 0: none is kept or read. */
  readonly maxLines: number;
}

type Report = Pick<ReportItem, 'account_id' | 'dataset_id' | 'report_id' | 'created_at' | 'last_accepted'>;

/** The columns that an instance caches. */
interface Held {
  /** Identifies the orders, and the requested columns. */
  readonly asked: string;
  readonly token: string;
  readonly read: ReadColumns;
}

/** Milliseconds for which an instance caches them while it runs. */
const HELD_MS = 60_000;

/** The newest time that an id can represent. */
const END_OF_TIME = decodeTime('7ZZZZZZZZZZZZZZZZZZZZZZZZZ');

interface ReadColumns {
  /** Each person is a customer. */
  readonly columns: OrderColumns;
  /** Undefined for a report without identity rules. */
  readonly persons?: Persons | undefined;
}

export interface ReadOrders extends ReadColumns {
  /** Stores the extract of the orders read, if allowed. Never fails. */
  keep(): Promise<void>;
}

/** `hadImports`: imports were in progress when the report was planned. */
export type ReadDataset = (
  report: Report,
  hadImports: boolean,
  options: Omit<DatasetReadOptions, 'extract' | 'facts'> & Pick<AskedColumns, 'key' | 'identity'>,
) => Promise<ReadOrders>;

const keepNothing = async (): Promise<void> => undefined;

export function createReadDataset(deps: ReadDatasetDeps): ReadDataset {
  const { reader, states, extracts, importsInProgress, datasets, merges, clock, maxLines } = deps;
  let held: Held | undefined;
  let letGo: NodeJS.Timeout | undefined;

  function cacheColumns(next: Held): void {
    held = next;
    clearTimeout(letGo);
    letGo = setTimeout(() => {
      held = undefined;
    }, HELD_MS).unref();
  }

  /** Whether imports were accepted after the report was requested, which the plan does not cover. */
  async function hasNewImports({
    account_id,
    dataset_id,
    created_at,
    last_accepted,
  }: Report): Promise<boolean> {
    const from = last_accepted ?? Date.parse(created_at);
    return (await importsInProgress.list(account_id, dataset_id, { from, until: END_OF_TIME })).length > 0;
  }

  async function readExtract(
    { state, read }: FoundExtract,
    options: DatasetReadOptions,
  ): Promise<OrderColumns | undefined> {
    const bytes = await read();
    const extract = decodeExtract(bytes);
    if (extract.state !== state) return undefined;
    const columns = extract.columns(options, options.onShard, options.facts);
    measure('ExtractBytes', bytes.length);
    return columns;
  }

  /** Records the contents shown beside the dataset's name: a failure to record them fails no report. */
  async function noteContents(report: Report, contents: DatasetContents, at: number): Promise<void> {
    try {
      await datasets.noteContents(report.account_id, report.dataset_id, contents, at);
    } catch (error) {
      const { report_id } = report;
      log('warn', 'contents of the dataset not noted', { report_id, ...describeError(error) });
    }
  }

  return async function readDataset(report, hadImports, asking) {
    const dataset = { accountId: report.account_id, datasetId: report.dataset_id };
    const { identity } = asking;
    const list = identity && (await merges.get(dataset));
    // Read again, it collects from nothing.
    const startFacts = () => ({ ...asking, facts: identity && new CustomerFacts(identity) });
    const join = (columns: OrderColumns, { facts }: DatasetReadOptions): ReadColumns => {
      if (identity === undefined || facts === undefined) return { columns };
      const persons = linkPersons(facts.pack(), identity, list);
      return { columns: renameCustomers(columns, persons.idOf), persons };
    };
    const readTable = async (): Promise<ReadOrders> => {
      const options = startFacts();
      return { ...join(await reader.read(dataset, options), options), keep: keepNothing };
    };
    if (maxLines === 0) return readTable();
    const asked = JSON.stringify([dataset, asking.key, list?.version]);
    // Releases unusable columns before reading: memory suffices for one dataset.
    if (held?.asked !== asked) held = undefined;
    const known = held && (await states.read(dataset));
    if (known !== undefined && held?.token === known.token && !known.isBeingErased) {
      measure('ExtractHits');
      return { ...held.read, keep: keepNothing };
    }
    held = undefined;
    const finding = attempt(report, () => extracts.find(dataset));
    const state =
      known ??
      (await states.read(dataset).catch(async (error: unknown) => {
        (await finding).value?.leave();
        throw error;
      }));
    const found = await finding;
    const stored = found.value;
    if (stored !== undefined && stored.state === state.token && !state.isBeingErased) {
      const options = startFacts();
      const { value: columns } = await attempt(report, () => readExtract(stored, options));
      if (columns !== undefined) {
        measure('ExtractHits');
        const read = join(columns, options);
        cacheColumns({ asked, token: state.token, read });
        return { ...read, keep: keepNothing };
      }
    } else stored?.leave();
    measure('ExtractMisses');
    const isSettled =
      !found.hasFailed && !hadImports && !state.isBeingErased && !(await hasNewImports(report));
    if (!isSettled) return readTable();
    const extract = new ExtractBuilder(SHARD_COUNT, maxLines);
    const began = clock();
    const options = { ...startFacts(), extract };
    const read = join(await reader.read(dataset, options), options);

    async function keepUnlessChanged(): Promise<void> {
      const after = await states.read(dataset);
      if (after.token !== state.token || after.isBeingErased) return;
      const file = extract.encode(state.token);
      if (file === undefined) return;
      const kept = await attempt(report, () => extracts.keep(dataset, file, state.token, stored));
      if (kept.value === true) {
        measure('ExtractBytes', file.length);
        cacheColumns({ asked, token: state.token, read });
      }
      await noteContents(report, extract.contents, began);
    }
    return { ...read, keep: async () => void (await attempt(report, keepUnlessChanged)) };
  };
}

async function attempt<T>(
  { report_id }: Report,
  work: () => Promise<T>,
): Promise<{ readonly value: T | undefined; readonly hasFailed: boolean }> {
  try {
    return { value: await work(), hasFailed: false };
  } catch (error) {
    measure('ExtractFailures');
    log('warn', 'extract not used', { report_id, ...describeError(error) });
    return { value: undefined, hasFailed: true };
  }
}
