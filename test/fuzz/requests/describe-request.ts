// A request as a line that sends it again: curl where curl can, the bytes of a socket where it can't.
import type { AnyRequest } from './any-request.ts';

const MAX_SHOWN = 4_000;

export function describeRequest(request: AnyRequest): string {
  if ('text' in request) {
    return cut(`printf '%b' ${quoted(JSON.stringify(request.text).slice(1, -1))} | nc HOST PORT`);
  }
  const { method, target, authorization, headers, body, pace } = request;
  const path = target
    .map((part) => (typeof part === 'string' ? part : `<${part.idOf} ${part.nth}>`))
    .join('');
  const sent = [
    ...(authorization === undefined
      ? []
      : [['Authorization', authorization.text.replaceAll('{key}', `$KEY_${authorization.caller}`)]]),
    ...headers,
  ];
  const binary = body?.toString('utf8').includes('\ufffd') === true;
  return cut(
    [
      ...(binary ? [`echo ${body.toString('base64')} | base64 -d |`] : []),
      `curl -sv --path-as-is -X ${method} ${quoted(`$API${path}`)}`,
      ...sent.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
      ...(body === undefined
        ? []
        : [binary ? '--data-binary @-' : `--data-binary ${quoted(body.toString('utf8'))}`]),
      ...(pace === 'whole' ? [] : [`# body ${pace}`]),
    ].join(' '),
  );
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function cut(line: string): string {
  return line.length <= MAX_SHOWN ? line : `${line.slice(0, MAX_SHOWN)}… (${line.length} characters in all)`;
}
