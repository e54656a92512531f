// A report of a type that has no view of its own: its facts and lists, as the API calls them.
import type { FinishedReport } from '../../client/src/index.ts';
import { GenericBody } from '../../report-parts/generic.ts';
import { number } from '../app/words/language.ts';

export function GenericReport({ report }: { readonly report: FinishedReport }) {
  return <GenericBody body={report} write={written} />;
}

export function written(value: number): string {
  return number(value, Number.isInteger(value) ? 0 : 2);
}
