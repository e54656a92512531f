// Shows the states of loaded data: loading, failed, not allowed, and loaded. A loading block takes about the room of
// its data.
import type { ComponentChildren } from 'preact';
import { OrderAnalyticsError } from '../../../packages/client/src/index.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import type { Loaded } from '../app/loading/loaded.ts';
import { formatNumber, getTexts, getTranslated } from '../app/words/language.ts';
import { getServiceWords } from '../app/words/service-words.ts';

interface StatesProps<T> {
  readonly of: Loaded<T>;
  /** Expected lines of text. */
  readonly lines: number;
  readonly children: (value: T) => ComponentChildren;
}

export function States<T>({ of: { value, problem, reload }, lines, children }: StatesProps<T>) {
  if (value !== undefined) {
    return (
      <>
        <Problem problem={problem} reload={reload} />
        {children(value)}
      </>
    );
  }
  if (problem !== undefined) return <Problem problem={problem} reload={reload} />;
  return <Skeleton lines={lines} />;
}

interface ProblemProps {
  /** Undefined for none. */
  readonly problem: unknown;
  readonly reload: () => void;
}

export function Problem({ problem, reload }: ProblemProps) {
  const said = getTexts();
  if (problem === undefined) return null;
  const known = problem instanceof OrderAnalyticsError ? problem : undefined;
  const isForbidden = known?.status === 403;
  return (
    <div class="problem" role="alert">
      <p>
        <strong>{isForbidden ? said.noPermission : said.failed}</strong>
      </p>
      <ErrorWords
        code={known?.code}
        figures={known}
        sentences={known?.sentences}
        message={problem instanceof Error ? problem.message : String(problem)}
      />
      {isForbidden && <p>{said.noPermissionHint}</p>}
      {known?.requestId !== undefined && <p class="muted">{fill(said.requestId, { id: known.requestId })}</p>}
      <button type="button" onClick={reload}>
        {said.again}
      </button>
    </div>
  );
}

interface ErrorWordsProps {
  readonly code: string | undefined;
  readonly figures?: ErrorFigures | undefined;
  readonly sentences?: OrderAnalyticsError['sentences'];
  /** English text of the service or the browser. */
  readonly message: string;
}

/** Shows the reader's language if there is a sentence for the code, with the original below. */
export function ErrorWords({ code, figures, sentences, message }: ErrorWordsProps) {
  const said = sentences && getServiceWords()(message, sentences);
  const sentence = said !== undefined && said !== message ? said : describeError(code, figures);
  if (sentence === undefined) return <p>{message}</p>;
  return (
    <>
      <p>{sentence}</p>
      <p class="muted" lang="en">
        {message}
      </p>
    </>
  );
}

// Reserves lines for data that are loading, so that nothing moves when they arrive.

const LINES = 6;

/** `lines`: expected lines of text. */
export function Skeleton({ lines }: { readonly lines: number }) {
  return (
    <div class="loading" style={{ minHeight: `${lines * 1.55}em` }} role="status">
      <span class="hidden">{getTexts().loading}</span>
      {Array.from({ length: Math.min(LINES, lines) }, (_, at) => (
        <i key={at} />
      ))}
    </div>
  );
}

/** Figures of `monthly_limit_exceeded`. */
interface ErrorFigures {
  readonly limit?: number | undefined;
  readonly used?: number | undefined;
}

/**
 * Describes an error in the reader's language. Undefined if that would repeat the service's own words, or the code is
 * unknown.
 */
function describeError(code: string | undefined, { limit, used }: ErrorFigures = {}): string | undefined {
  const sentences = getTranslated()?.errors;
  if (sentences === undefined || code === undefined || !Object.hasOwn(sentences, code)) return undefined;
  if (code !== 'monthly_limit_exceeded' || limit === undefined || used === undefined) return sentences[code];
  return fill(sentences.monthly_limit_with_figures ?? '', {
    limit: formatNumber(limit),
    used: formatNumber(used),
  });
}
