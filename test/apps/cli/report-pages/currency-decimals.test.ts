// Tests that amounts have the decimals of the report's currency in every output.

import { expect, test } from 'vitest';
import { renderHtml } from '../../../../apps/cli/report-pages/html-page.ts';
import { renderTerminal } from '../../../../apps/cli/report-pages/terminal-report.ts';
import { getAnalysis } from '../../../../src/analysis/report-types/analyses.ts';
import { assembleReport } from '../../../../src/analysis/report-types/assemble.ts';
import { analyseOrders } from '../../../../src/analysis/report-types/partitioned.ts';
import type { TemplateName } from '../../../../src/contract/report-types/report-types.ts';
import { resolveReport } from '../../../../src/contract/report-types/resolve.ts';
import { createLine, toColumns } from '../../../analysis/orders/literal-orders.ts';

/** Creates 40 orders by 20 customers, half of them with two products and half with a third one, and a return. */
function createOrders(price: number) {
  const toDate = (at: number) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10);
  const orders = Array.from({ length: 40 }, (_, at) => ({
    id: `o${String(at).padStart(2, '0')}`,
    customer: `c${at % 20}`,
    date: toDate(2 * at),
    lines:
      at % 2 === 0 ? [createLine('Tea', price), createLine('Milk', price)] : [createLine('Bread', price)],
  }));
  const returned = { id: 'r', customer: 'c1', date: toDate(90), lines: [createLine('Bread', price, -1)] };
  return toColumns([...orders, returned]);
}

async function computeReport(currency: string, template: TemplateName, price: number) {
  const { name, reportType, settings } = resolveReport({ template }, currency);
  const { body: computed } = analyseOrders(getAnalysis(reportType), createOrders(price), settings);
  const header = {
    ...{ report_id: 'r1', name, report_type: reportType, dataset_id: 'default', currency },
    created_at: '2026-06-01T00:00:00.000Z',
  };
  return assembleReport({ header, settings, computed, changes: null });
}

/** 60 lines are sold and one is returned, which baskets do not subtract. `cents`: the amount with wrong decimals. */
const CASES = [
  { template: 'standard_mba', currency: 'KWD', price: 0.615, total: '36.900', cents: /36\.90(?!0)/ },
  { template: 'standard_rfm', currency: 'KWD', price: 0.615, total: '36.285', cents: /36\.2[89](?!5)/ },
  { template: 'cohort_retention', currency: 'KWD', price: 0.615, total: '36.285', cents: /36\.2[89](?!5)/ },
  { template: 'standard_mba', currency: 'JPY', price: 615, total: '36,900', cents: /\d,\d{3}\.\d/ },
  { template: 'standard_rfm', currency: 'JPY', price: 615, total: '36,285', cents: /\d,\d{3}\.\d/ },
  { template: 'cohort_retention', currency: 'JPY', price: 615, total: '36,285', cents: /\d,\d{3}\.\d/ },
] as const;

test.each(CASES)(
  'writes amounts of a $template report with the decimals of $currency in sentences, terminal and page',
  async ({ template, currency, price, total, cents }) => {
    const report = await computeReport(currency, template, price);
    const terminal = renderTerminal(report, { width: 120, colour: false });
    const [page = ''] = /<main>.*<\/main>/s.exec(await renderHtml(report)) ?? [];
    for (const text of [JSON.stringify(report.ai_insights), terminal, page]) {
      expect(text).toContain(total);
      expect(text).not.toMatch(cents);
    }
  },
);
