// report product: the profile of one product of a finished market basket report.

import { jsonLine } from '../../../src/core/tables/harmless-text.ts';
import { profileText } from '../../report-pages/market-basket/terminal-profile.ts';
import { createPaper } from '../../report-pages/terminal-text.ts';
import { type ApiFlags, apiClient } from '../api-access.ts';
import type { CliCommand } from '../cli-command.ts';
import { type Context, wantsColour } from '../context.ts';

export function addReportProductCommand(context: Context, report: CliCommand): void {
  report
    .command('product')
    .description("show a product's profile: the sizes of its orders, and what is ordered before and after it")
    .argument('<report-id>', 'of a finished market basket report that was requested with --product-profiles')
    .argument('<product>', 'its whole name, as the report spells it')
    .ofApi('report product 01KAJ3… Tea')
    .action(async (reportId: string, product: string, flags: ApiFlags) => {
      const { client, call } = await apiClient(context, flags);
      const profile = await client.reports.productProfile(reportId, product, call);
      if (context.isJson()) console.log(jsonLine(profile));
      else {
        const paper = createPaper({ width: process.stdout.columns ?? 100, colour: wantsColour() });
        console.log(profileText(paper, profile));
      }
    });
}
