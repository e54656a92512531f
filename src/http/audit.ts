// Records every request that changed something: key, change, time and address. Written after the change and
// before the response. If the record cannot be written, the change is neither undone nor reported as failed:
// the log has the entry, and a metric counts it. Each item itself records who created and who changed it, in
// the same write.
import type { MiddlewareObj } from '@middy/core';
import { BASE_PATH } from '../contract/operation.ts';
import type { AuditLog, NewAuditItem } from '../service/accounts/audit-log.ts';
import { describeError } from '../service/observability/describe-error.ts';
import { log } from '../service/observability/log.ts';
import { measure } from '../service/observability/metrics.ts';
import type { Answer, ApiEvent } from './call.ts';

const READING: readonly string[] = ['GET', 'HEAD'];
/** Lengths in characters: text that a client chooses is cut, so that an entry stays within one write unit. */
const [MOST_OF_AGENT, MOST_OF_RESOURCE] = [120, 300];

export function noteChanges(audit: AuditLog, clock: () => number): MiddlewareObj<ApiEvent, Answer> {
  return {
    after: async ({ event, response }) => {
      const { caller, requestContext } = event;
      const { method } = requestContext.http;
      if (caller === undefined || READING.includes(method) || !isDone(response)) return;
      const entry = toEntry(event, response, clock());
      try {
        await audit.add(caller.accountId, entry);
      } catch (error) {
        measure('AuditEntriesNotWritten');
        log('error', 'audit entry not written', {
          account_id: caller.accountId,
          ...{ entry, ...describeError(error) },
        });
      }
    },
  };
}

function isDone(response: Answer | null | undefined): response is Answer {
  return response?.statusCode !== undefined && response.statusCode < 300;
}

function toEntry(event: ApiEvent, response: Answer, now: number): NewAuditItem {
  const { http } = event.requestContext;
  const agent = (http.userAgent ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, MOST_OF_AGENT);
  return {
    at: new Date(now).toISOString(),
    route: event.routeKey,
    resource: nameResource(event, response).slice(0, MOST_OF_RESOURCE),
    ...(event.author && { key: event.author }),
    source_ip: http.sourceIp,
    ...(agent !== '' && { user_agent: agent }),
  };
}

/**
 * The created resource, or the one that the path names. The id of a customer is never kept: the erasure has
 * an id of its own.
 */
function nameResource({ routeKey, rawPath, pathParameters }: ApiEvent, { headers }: Answer): string {
  const created = headers?.Location;
  if (typeof created === 'string') return removeBase(created);
  const route = removeBase(routeKey.split(' ')[1] ?? rawPath);
  if (route.startsWith('/customers')) return '/customers';
  return route.replace(/\{(\w+)\+?\}/g, (_, name: string) => pathParameters?.[name] ?? '');
}

function removeBase(path: string): string {
  const at = path.indexOf(BASE_PATH);
  return at === -1 ? path : path.slice(at + BASE_PATH.length);
}
