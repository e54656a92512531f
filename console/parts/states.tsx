// The states of loaded data: loading, failed, not allowed, and there. A block that is loading takes the room that its
// data will roughly need.
import type { ComponentChildren } from 'preact';
import { OrderAnalyticsError } from '../../client/src/index.ts';
import { texts } from '../language.ts';
import type { Loaded } from '../loaded.ts';

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
  return (
    <div class="loading" style={{ minHeight: `${lines * 1.55}em` }} role="status">
      {texts().loading}
    </div>
  );
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
      <p>{problem instanceof Error ? problem.message : String(problem)}</p>
      {isForbidden && <p>{said.noPermissionHint}</p>}
      {known?.requestId !== undefined && <p class="muted">{said.requestId(known.requestId)}</p>}
      <button type="button" onClick={reload}>
        {said.again}
      </button>
    </div>
  );
}
