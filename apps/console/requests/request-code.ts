// Writes a request as code: for a shell, and in TypeScript with the client.
import type {
  CreateReportRequest,
  CreateScheduleRequest,
  UpdateScheduleRequest,
} from '../../../packages/client/src/index.ts';

/** A request that a form sends. */
export type FormRequest =
  | { readonly path: '/reports'; readonly body: CreateReportRequest }
  | { readonly path: '/schedules'; readonly body: CreateScheduleRequest }
  | { readonly path: '/schedules/{id}'; readonly id: string; readonly body: UpdateScheduleRequest };

/** Quotes for a POSIX shell: each single quote closes the text, is escaped, and opens it again. */
export function asCurl(baseUrl: string, request: FormRequest): string {
  const json = JSON.stringify(request.body, undefined, 2).replaceAll("'", `'\\''`);
  const [method, path] =
    request.path === '/schedules/{id}' ? ['-X PATCH ', `/schedules/${request.id}`] : ['', request.path];
  return `curl ${method}-H "Authorization: Bearer $KEY" ${baseUrl}${path} -d '${json}'`;
}

export function asTypeScript(baseUrl: string, request: FormRequest): string {
  return [
    "import { OrderAnalytics } from 'order-analytics/client';",
    '',
    `const client = new OrderAnalytics({ baseUrl: ${JSON.stringify(baseUrl)}, apiKey: process.env.KEY ?? '' });`,
    formatCall(request),
  ].join('\n');
}

function formatCall(request: FormRequest): string {
  const literal = JSON.stringify(request.body, undefined, 2);
  switch (request.path) {
    case '/reports':
      return `const report = await client.reports.createAndWait(${literal});`;
    case '/schedules':
      return `const schedule = await client.schedules.create(${literal});`;
    case '/schedules/{id}':
      return `const schedule = await client.schedules.update(${JSON.stringify(request.id)}, ${literal});`;
  }
}
