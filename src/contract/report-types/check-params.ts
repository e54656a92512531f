// Parameters that a request can't mean: those of another report type, and those that exclude each other. Checked when a
// client sends a request, and not when a stored one is used: schedules from before a check keep running.

import { InvalidRequestError } from '../errors/errors.ts';
import { type Sentence, say } from '../sentences/sentence.ts';
import { joinWithAnd } from '../sentences/wording.ts';
import { findRuleConflict } from './market-basket/rule-conflicts.ts';
import { findCutHistories } from './next-products.ts';
import { getDefinition, REPORT_TYPES, type ReportType } from './report-types.ts';
import { type ReportRequest, resolveReport } from './resolve.ts';

/** The interface has them for requests of all types; those of the extensions are refused. */
const INTERFACE_PARAMS: ReadonlySet<string> = new Set(['min_support', 'min_confidence', 'scope']);

/** Throws InvalidRequestError. */
export function checkParams(request: ReportRequest): void {
  const { reportType, settings } = resolveReport(request);
  for (const { name, of } of listForeignParams(reportType, request.params)) {
    if (!INTERFACE_PARAMS.has(name))
      throw new InvalidRequestError(
        `params.${name}`,
        `only ${joinWithAnd(of)} reports have it, this one is ${reportType}`,
      );
  }
  const problem = getDefinition(reportType).ofAudience && findAudienceProblem(request, reportType);
  if (problem) throw new InvalidRequestError(problem.field, problem.message);
  const cut = findCutHistories(settings);
  if (cut !== undefined)
    throw new InvalidRequestError(cut, 'not with params.next_products, which needs whole histories');
  const conflict = request.params?.rules && findRuleConflict(request.params.rules);
  if (conflict) throw new InvalidRequestError(`params.rules.${conflict.param}`, conflict.problem);
}

function findAudienceProblem({ params, filters }: ReportRequest, type: ReportType) {
  if (params?.audience_id === undefined)
    return { field: 'params.audience_id', message: `required by ${type} reports` };
  const counted = `${type} reports count everyone assigned, from params.since on`;
  if (filters?.dateRange !== undefined) return { field: 'filters.dateRange', message: counted };
  if (params.customer_scope !== undefined) return { field: 'params.customer_scope', message: counted };
  return undefined;
}

/** Warnings for parameters without effect. */
export function describeParams(reportType: ReportType, params: ReportRequest['params']): Sentence[] {
  return listForeignParams(reportType, params).map(({ name, of }) =>
    say('param_without_effect', { param: name, types: of }),
  );
}

interface ForeignParam {
  readonly name: string;
  readonly of: readonly ReportType[];
}

/** A flag that is false asks for nothing. */
function listForeignParams(reportType: ReportType, params: ReportRequest['params'] = {}): ForeignParam[] {
  return Object.entries(params).flatMap(([name, value]) => {
    if (value === undefined || value === false) return [];
    const of = REPORT_TYPES.filter((type) => name in getDefinition(type).params);
    return of.length === 0 || of.includes(reportType) ? [] : [{ name, of }];
  });
}
