// The report of a schedule with some of its members changed: PATCH /schedules/{id} takes it whole.
import type { Schedule } from '../../../client/src/index.ts';
import { OperationError } from '../../../src/operations/operation-error.ts';

type Members = Readonly<Record<string, unknown>>;

export interface ReportChange {
  /** Members that get other values; of objects, members within them. */
  readonly asked: Members;
  /** Members that get their default, as paths. */
  readonly unset: readonly string[];
  /** The schedule's new `date_range`; undefined: as it is, unless the report gets days of its own. */
  readonly range: string | undefined;
}

/** Throws OperationError for a member to unset that the report does not have. */
export function changedReport(
  { report, date_range }: Schedule,
  { asked, unset, range }: ReportChange,
): { readonly report: object; readonly date_range: string | undefined } {
  const isOther = asked.template !== undefined || asked.report_type !== undefined;
  let changed: Members = isOther ? { ...report, template: undefined, report_type: undefined } : { ...report };
  for (const path of unset) changed = withoutNamed(changed, path);
  if (range !== undefined) changed = without(changed, ['filters', 'dateRange']);
  // A report that is sent without days of its own would lose those of the schedule.
  const kept =
    isRecord(asked.filters) && asked.filters.dateRange !== undefined ? undefined : (date_range ?? undefined);
  return { report: merged(changed, asked), date_range: range ?? kept };
}

/** What has no value is left out. */
function merged(before: Members, changes: Members): Members {
  const all = Object.entries({ ...before, ...changes }).map(([name, value]) => {
    const earlier = before[name];
    return [name, isRecord(value) && isRecord(earlier) ? merged(earlier, value) : value] as const;
  });
  return Object.fromEntries(all.filter(([, value]) => value !== undefined && value !== null));
}

function withoutNamed(members: Members, path: string): Members {
  const known = pathsOf(members);
  if (!known.includes(path)) {
    throw new OperationError(`--unset ${path}: the report does not set it; it sets ${known.join(', ')}`);
  }
  return without(members, path.split('.'));
}

/** Objects that have no other member go with it. */
function without(members: Members, [name = '', ...rest]: readonly string[]): Members {
  const { [name]: value, ...others } = members;
  if (rest.length === 0 || !isRecord(value)) return others;
  const left = without(value, rest);
  return Object.keys(left).length === 0 ? others : { ...members, [name]: left };
}

function pathsOf(members: Members): string[] {
  return Object.entries(members).flatMap(([name, value]) =>
    isRecord(value) ? [name, ...pathsOf(value).map((path) => `${name}.${path}`)] : [name],
  );
}

function isRecord(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
