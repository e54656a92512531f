// Examples that are computed: reports of every type, and pages of them. Loading this takes seconds: only programs that
// publish the document do.
import { getDefinition, REPORT_TYPES } from '../../contract/report-types/report-types.ts';
import { createExampleProfile, createExampleReport, createExampleRules } from './example-reports.ts';
import type { ComputedExamples } from './examples.ts';
import { wrapExample } from './requests.ts';

export const COMPUTED_EXAMPLES: ComputedExamples = {
  getReport: Object.fromEntries(
    await Promise.all(
      REPORT_TYPES.map(async (type) => {
        const { prefix, defaultName } = getDefinition(type);
        const summary = `${defaultName}, lists shortened`;
        return [prefix.toLowerCase(), { summary, value: await createExampleReport(type) }] as const;
      }),
    ),
  ),
  listRules: wrapExample('The first of two rules', await createExampleRules()),
  getProductProfile: wrapExample('A profile', createExampleProfile()),
  getOpenApi: wrapExample('The beginning', {
    openapi: '3.1.0',
    info: { title: 'Order Analytics', version: '1.0.0' },
    paths: {},
  }),
  getReference: wrapExample('The beginning', '<!doctype html>'),
};
