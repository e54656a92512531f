// Words sentences in bodies: as English texts, and beside them by code.

import type { AnyBody } from '../../contract/report-types/report-type.ts';
import type { Currency } from '../../contract/sentences/currency.ts';
import { asText, writeEnglish } from '../../contract/sentences/english.ts';
import type { Sentence } from '../../contract/sentences/sentence.ts';
import type { ReportSettings } from '../../contract/settings/settings.ts';

/** Words a finding. */
export function toWorded(sentences: readonly Sentence[], currency: Currency) {
  return { text: asText(sentences, currency), text_coded: sentences };
}

/** The fields with which the insights of every type begin, by fixed rules. */
export function createRuleInsights(
  summary_coded: readonly Sentence[],
  { businessContext, context, currency }: Pick<ReportSettings, 'businessContext' | 'context' | 'currency'>,
) {
  return {
    generated_by: 'rules',
    business_context: businessContext ?? null,
    context: context ?? null,
    summary: asText(summary_coded, currency),
    summary_coded,
  };
}

/** Sentences on rows that a figure excludes by definition, whatever the data: they require no action. */
const LEFT_OUT_BY_DEFINITION: ReadonlySet<Sentence['code']> = new Set<Sentence['code']>([
  'rows_without_customer',
  'orders_without_customer',
  'customers_of_returns',
  'orders_of_returns',
  'returns_before_purchase',
  'rows_by_other_identifier',
]);

/** The warnings and notes of a report. Entries of `warnings` that require no action become its first notes. */
export function toRemarks(
  said: { readonly warnings: readonly Sentence[]; readonly notes: readonly Sentence[] },
  currency: Currency,
) {
  const isNote = ({ code }: Sentence): boolean => LEFT_OUT_BY_DEFINITION.has(code);
  const warnings = said.warnings.filter((sentence) => !isNote(sentence));
  const notes = [...said.warnings.filter(isNote), ...said.notes];
  return {
    warnings: writeEnglish(warnings, currency),
    warnings_coded: warnings,
    notes: writeEnglish(notes, currency),
    notes_coded: notes,
  };
}

/** Adds a warning without amounts to the body. */
export function withWarning<B extends AnyBody>(body: B, warning: Sentence): B {
  return {
    ...body,
    warnings: [...body.warnings, ...writeEnglish([warning])],
    warnings_coded: [...body.warnings_coded, warning],
  };
}

/** Adds notes without amounts before and after the body's own. */
export function withNotes<B extends AnyBody>(
  body: B,
  {
    before = [],
    after = [],
  }: { readonly before?: readonly Sentence[]; readonly after?: readonly Sentence[] },
): B {
  const { notes, notes_coded } = body;
  return {
    ...body,
    notes: [...writeEnglish(before), ...notes, ...writeEnglish(after)],
    notes_coded: [...before, ...notes_coded, ...after],
  };
}
