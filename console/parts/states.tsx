// The states of loaded data: loading, failed, not allowed, and there. A block that is loading takes the room that its
// data will roughly need.
import type { ComponentChildren } from 'preact';
import { OrderAnalyticsError } from '../../client/src/index.ts';
import { fill } from '../../report-parts/names.ts';
import type { Loaded } from '../app/loading/loaded.ts';
import { errorText } from '../app/words/error-texts.ts';
import { texts } from '../app/words/language.ts';
import type { ErrorFigures } from '../texts/de/errors.ts';
import { Skeleton } from './skeleton.tsx';

export interface StatesProps<T> {
  readonly of: Loaded<T>;
  /** Expected lines of text. */
  readonly lines: number;
  readonly children: (value: T) => ComponentChildren;
}

export function States<T>({ of: { value, problem, reload }, lines, children }: StatesProps<T>) {
  if (value !== undefined) {
    return (
      <>
        {problem !== undefined && <Problem problem={problem} reload={reload} />}
        {children(value)}
      </>
    );
  }
  if (problem !== undefined) return <Problem problem={problem} reload={reload} />;
  return <Skeleton lines={lines} />;
}

interface ProblemProps {
  readonly problem: unknown;
  readonly reload: () => void;
}

export function Problem({ problem, reload }: ProblemProps) {
  const said = texts();
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
  /** In English, as the service or the browser has it. */
  readonly message: string;
}

/** In the reader's language where there is a sentence of the code, with the original below. */
export function ErrorWords({ code, figures, message }: ErrorWordsProps) {
  const sentence = errorText(code, figures);
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
