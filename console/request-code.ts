// A request as code: for a shell, and in TypeScript with the client.
import type { CreateReportRequest, CreateScheduleRequest } from '../client/src/index.ts';

/** What the form sends. */
export type FormRequest =
  | { readonly path: '/reports'; readonly body: CreateReportRequest }
  | { readonly path: '/schedules'; readonly body: CreateScheduleRequest };

/** For a POSIX shell: in single quotes, each of which closes, is escaped, and opens again. */
export function asCurl(baseUrl: string, { path, body }: FormRequest): string {
  const json = JSON.stringify(body, undefined, 2).replaceAll("'", `'\\''`);
  return `curl -H "Authorization: Bearer $KEY" ${baseUrl}${path} -d '${json}'`;
}

export function asTypeScript(baseUrl: string, { path, body }: FormRequest): string {
  const literal = JSON.stringify(body, undefined, 2);
  const call =
    path === '/reports'
      ? `const report = await client.reports.createAndWait(${literal});`
      : `const schedule = await client.schedules.create(${literal});`;
  return [
    "import { OrderAnalytics } from 'order-analytics-client';",
    '',
    `const client = new OrderAnalytics({ baseUrl: ${JSON.stringify(baseUrl)}, apiKey: process.env.KEY ?? '' });`,
    call,
  ].join('\n');
}
