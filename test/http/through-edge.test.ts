// Requests that came through CloudFront: what it says of the caller is believed, and from nobody else.
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { VIEWER_FUNCTION } from '../../lib/edge/edge.ts';
import { type ApiEvent, getBaseUrl } from '../../src/http/call.ts';
import { unwrapEdge } from '../../src/http/through-edge.ts';
import { createApiEvent as plainEvent } from '../../tools/harness/api-event.ts';

const STAGE = '0f9c8f60-5a3c-11f0-9f3e-0a58a9feac02';
const CALLER = '198.51.100.7';
const PATH = '/api/v1/reports';

function asked(headers: Readonly<Record<string, string>>): ApiEvent {
  const event = plainEvent('', undefined, headers);
  const { requestContext: context } = event;
  const http = { ...context.http, path: PATH };
  return { ...event, rawPath: PATH, requestContext: { ...context, http } };
}

/** As API Gateway passes what CloudFront sent it. */
function atStage(event: ApiEvent, stage: string): ApiEvent {
  const { requestContext: context } = event;
  return {
    ...event,
    rawPath: `/${stage}${event.rawPath}`,
    requestContext: { ...context, stage, http: { ...context.http, path: `/${stage}${context.http.path}` } },
  };
}

/** What the deployed code of the CloudFront function makes of a request. */
function viewed(headers: Readonly<Record<string, string>>): Record<string, string> {
  const request = {
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { value }])),
  };
  const event = { viewer: { ip: CALLER }, request };
  const changed: typeof request = runInNewContext(`${VIEWER_FUNCTION}; handler(event)`, { event });
  return Object.fromEntries(Object.entries(changed.headers).map(([name, { value }]) => [name, value]));
}

it('has the caller’s address, the host that it asked, and the path of the API', () => {
  const headers = viewed({ host: 'd111.cloudfront.net', accept: '*/*' });
  const event = unwrapEdge(atStage(asked(headers), STAGE));
  expect(event.rawPath).toBe(PATH);
  expect(event.requestContext.http).toMatchObject({ path: PATH, sourceIp: CALLER });
  expect(getBaseUrl(event)).toBe('https://d111.cloudfront.net/api/v1');
  expect(unwrapEdge(event)).toBe(event);
});

it('replaces what a caller says of itself', () => {
  const headers = viewed({
    host: 'd111.cloudfront.net',
    'x-viewer-address': '10.0.0.1',
    'x-viewer-host': 'evil',
  });
  expect(headers).toMatchObject({ 'x-viewer-address': CALLER, 'x-viewer-host': 'd111.cloudfront.net' });
});

it('believes nobody who asks the API itself', () => {
  const headers = { host: 'api.example.com', 'x-viewer-address': '10.0.0.1', 'x-viewer-host': 'evil' };
  const event = asked(headers);
  expect(event.requestContext.stage).toBe('$default');
  expect(unwrapEdge(event)).toBe(event);
});
