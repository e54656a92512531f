// datasets: what orders were pushed to, through the public API.
import Table from 'cli-table3';
import { type ApiFlags, apiClient } from './api-access.ts';
import type { Context } from './context.ts';

export function addDatasetCommands(context: Context): void {
  context.program
    .command('datasets')
    .description('datasets of an account')
    .command('list')
    .description('list the datasets by slug')
    .option('--key <key>', 'API key; ORDER_ANALYTICS_API_KEY unless given')
    .option('--url <url>', "the API's address; that of the stage unless given")
    .addHelpText('after', '\nExample:\n  npm run -s cli -- datasets list')
    .action(async (flags: ApiFlags) => {
      const { client, call } = await apiClient(context, flags, { attempts: 3 });
      const datasets = [];
      for await (const dataset of client.datasets.list({}, call)) datasets.push(dataset);
      const table = new Table({ head: ['dataset', 'name', 'created'], style: { head: [], border: [] } });
      for (const { slug, name, created_at } of datasets) table.push([slug, name, created_at ?? '']);
      context.print(datasets, table.toString());
    });
}
