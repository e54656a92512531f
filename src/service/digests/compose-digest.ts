// Composes the digest of a dataset: the actions that the console's first page would have shown when a report ended, by the
// same rules of evidence. It is the same for all receivers and attempts, and names no customer.
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FinishedReport } from '../../../packages/client/src/index.ts';
import english from '../../../packages/report-parts/actions/action-words.json' with { type: 'json' };
import {
  type ActionTools,
  type DescribedAction,
  describeAction,
} from '../../../packages/report-parts/actions/describe-action.ts';
import {
  ACTION_TYPES,
  isOfWholeShop,
  listActions,
  takeInTurn,
} from '../../../packages/report-parts/actions/find-actions.ts';
import { describeOldAge } from '../../../packages/report-parts/actions/freshness.ts';
import { createFormatter } from '../../../packages/report-parts/figures.ts';
import german from '../../../packages/report-parts/german/action-words.json' with { type: 'json' };
import { translateSegment } from '../../../packages/report-parts/german/segment-names.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import type { AccountEvent } from '../../contract/resources/events.ts';
import type { DigestLanguage } from '../../contract/resources/webhook-endpoints.ts';
import type { DatasetStore } from '../datasets/datasets.ts';
import type { ReportBodies } from '../reports/report-bodies.ts';
import type { ReportItem } from '../reports/report-item.ts';
import { toReportSummary } from '../reports/report-view.ts';
import type { ReportStore } from '../reports/reports.ts';
import DIGEST_WORDS from './digest-words.json' with { type: 'json' };

export interface DigestItem extends Pick<DescribedAction, 'title' | 'text' | 'evidence' | 'show'> {
  /** The value with its description. */
  readonly worth?: string;
  readonly url: string;
}

export interface Digest {
  readonly language: DigestLanguage;
  readonly subject: string;
  /** What stands before the items, or instead of them. */
  readonly remarks: readonly string[];
  /** None if nothing stands out. */
  readonly items: readonly DigestItem[];
  /** The days of the reports. */
  readonly basis: string;
  /** The first page of the console; none in a test. */
  readonly home?: { readonly url: string; readonly show: string };
}

export interface ComposeDigestDeps {
  readonly reports: Pick<ReportStore, 'get' | 'list'>;
  readonly bodies: Pick<ReportBodies, 'find'>;
  readonly datasets: Pick<DatasetStore, 'get'>;
  /** URL of the API, beside which the console is. */
  readonly publicUrl: string;
}

/** Reports of the dataset, as many as the first page reads. */
const RECENT = 20;
/** Characters of a text: names of products may have hundreds, and messages of Teams at most 28 kB. */
const LONGEST = 400;
const unpack = promisify(gunzip);

const WORDS = { en: english, de: german };

function createTools(language: DigestLanguage) {
  return {
    words: WORDS[language],
    figures: createFormatter(language),
    segment: (name) => (language === 'de' ? translateSegment(name) : name),
  } satisfies ActionTools;
}

export function createComposeDigest({ reports, bodies, datasets, publicUrl }: ComposeDigestDeps) {
  const toUrl = (place: DescribedAction['place']): string => {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(place)) if (value) query.set(name, value);
    return `${publicUrl}/console?${query}`;
  };

  /** The newest report of each type up to `last`. */
  async function listNewest(last: ReportItem): Promise<readonly ReportItem[]> {
    const { account_id: accountId, dataset_id: datasetId } = last;
    const earlier = await reports.list(
      accountId,
      { datasetId, reportType: undefined },
      RECENT - 1,
      last.report_id,
    );
    const suited = [last, ...earlier].filter(
      (report) => report.status.startsWith('Completed') && isOfWholeShop(toReportSummary(report).covers),
    );
    return ACTION_TYPES.flatMap((type) => suited.find(({ report_type }) => report_type === type) ?? []);
  }

  /** Reads one body at a time: each may take tens of MB. */
  async function describeActions(
    { account_id: accountId, report_id: reportId }: ReportItem,
    tools: ActionTools,
    now: number,
  ): Promise<readonly DigestItem[]> {
    const stored = await bodies.find({ accountId, reportId }, 'final');
    if (stored === undefined) return [];
    const body: FinishedReport = JSON.parse((await unpack(stored)).toString('utf8'));
    return listActions(body, now).map((action) => {
      const { title, value, of = '', text, evidence, place, show } = describeAction(action, tools);
      return {
        title: shorten(title),
        ...(value !== undefined && { worth: `${value} ${of}` }),
        ...{ text: shorten(text), evidence: shorten(evidence), show, url: toUrl(place) },
      };
    });
  }

  /** Undefined if the report has been erased. */
  return async function composeDigest(
    accountId: string,
    { report_id: reportId = '', timestamp }: AccountEvent,
    language: DigestLanguage,
  ): Promise<Digest | undefined> {
    const last = await reports.get({ accountId, reportId });
    if (last === undefined) return undefined;
    const now = Date.parse(timestamp);
    const tools = createTools(language);
    const { words, figures } = tools;
    const said = DIGEST_WORDS[language];
    const newest = await listNewest(last);
    const found: (readonly DigestItem[])[] = [];
    for (const report of newest) found.push(await describeActions(report, tools, now));
    const items = takeInTurn(found);
    const dataset = await datasets.get(accountId, last.dataset_id);
    const old = describeOldAge(dataset?.contents?.last_order_date, now, words, figures.span);
    const nothing = newest.length === 0 ? said.noReports : words.nothingMeans;
    const days = newest.map(({ created_at }) => created_at).toSorted();
    const [first = '', end = first] = [days.slice(0, 1), days.slice(-1)].flat().map(figures.day);
    const shop = dataset?.name ?? last.dataset_id;
    const count = items.length;
    return {
      language,
      subject: shorten(
        fill(count === 0 ? said.none : said.some, {
          ...{ shop, count, shown: figures.number(count) },
        }),
      ),
      remarks: [...(old ? [`${old} ${words.oldMeans}`] : []), ...(count === 0 ? [nothing] : [])],
      items,
      basis: first && fill(first === end ? said.basisDay : said.basis, { first, last: end }),
      home: { url: toUrl({ dataset: last.dataset_id }), show: said.open },
    };
  };
}
export type ComposeDigest = ReturnType<typeof createComposeDigest>;

/** A message to try a receiver. */
export function createTestDigest(language: DigestLanguage): Digest {
  return { language, subject: DIGEST_WORDS[language].test, remarks: [], items: [], basis: '' };
}

function shorten(text: string): string {
  const characters = [...text];
  return characters.length <= LONGEST ? text : `${characters.slice(0, LONGEST - 1).join('')}…`;
}
