// Creates the API's reference as pages: one for each operation and each event, one for each schema of a response, and
// an overview.
import {
  type ApiDocument,
  type Content,
  type DocumentedCall,
  type DocumentedResponse,
  listCalls,
  resolveReference,
} from './document.ts';
import {
  asJson,
  collectSchemaNames,
  describeType,
  formatSchema,
  type SchemaPlace,
  toPlainLine,
} from './fields.ts';

export interface ReferencePage {
  /** Path within the site, such as `api/submitOrders.md`. */
  readonly route: string;
  readonly title: string;
  readonly text: string;
}

export interface ReferenceGroup {
  readonly title: string;
  readonly pages: readonly ReferencePage[];
}

export interface ApiReference {
  readonly overview: ReferencePage;
  readonly groups: readonly ReferenceGroup[];
}

export function createReference(document: ApiDocument): ApiReference {
  const { calls, events } = listCalls(document);
  const groups = document.tags
    .map(({ name }) => ({
      title: name,
      pages: calls
        .filter(({ operation }) => operation.tags[0] === name)
        .map((call) => createCallPage(document, call)),
    }))
    .filter(({ pages }) => pages.length > 0);
  const sent = { title: 'Events', pages: events.map((event) => createEventPage(document, event)) };
  const schemas = { title: 'Schemas', pages: createSchemaPages(document, [...calls, ...events]) };
  const all = [...groups, sent, schemas];
  return { overview: createOverview(document, [...groups, sent], calls), groups: all };
}

const SCHEMA_PLACE: SchemaPlace = (name) => `./schemas/${name}.md`;
const ANCHOR: SchemaPlace = (name) => `#${name.toLowerCase()}`;

function createOverview(
  document: ApiDocument,
  groups: readonly ReferenceGroup[],
  calls: readonly DocumentedCall[],
): ReferencePage {
  const about = new Map(document.tags.map(({ name, description }) => [name, description]));
  const address = new Map(
    calls.map(({ method, path, operation }) => [operation.operationId, `\`${method} ${path}\``]),
  );
  const lists = groups.map(({ title, pages }) => {
    const rows = pages.map(({ route, title: name }) => {
      const id = route.replace(/^api\/(.*)\.md$/, '$1');
      return `| [${name}](./${id}.md) | ${address.get(id) ?? 'sent by the service'} |`;
    });
    return [
      `## ${title}`,
      about.get(title) ?? 'What the service sends to receivers of webhooks.',
      formatTable(['operation', 'call'], rows),
    ];
  });
  const text = [
    '# API reference',
    'Written from the [OpenAPI 3.1 document](/openapi.json) of this version. Every deployed service serves its own, at `/api/v1/openapi.json`.',
    document.info.description.replaceAll(/^# /gm, '## '),
    ...lists.flat(),
  ];
  return { route: 'api/index.md', title: 'API reference', text: text.join('\n\n') };
}

function createCallPage(document: ApiDocument, { method, path, operation }: DocumentedCall): ReferencePage {
  const { operationId, summary, description, parameters = [], requestBody, responses, security } = operation;
  const rows = parameters
    .map((parameter) => resolveReference(parameter, document.components.parameters))
    .map(({ name, in: place, required, description: meaning = '', schema }) => {
      const type = describeType(schema, SCHEMA_PLACE);
      return `| \`${name}\` | ${type} in ${place}${required === true ? ', required' : ''} | ${toPlainLine(meaning)} |`;
    });
  const text = [
    `# ${summary}`,
    `\`${method} ${path}\``,
    toPlainLine(description ?? ''),
    security?.length === 0 ? 'Needs no key.' : '',
    rows.length === 0 ? '' : '## Parameters',
    rows.length === 0 ? '' : formatTable(['name', 'type', 'meaning'], rows),
    ...(requestBody === undefined ? [] : ['## Body', toPlainLine(requestBody.description ?? '')]),
    ...listContents(requestBody?.content ?? {}).flatMap((content) => formatRequest(document, content)),
    ...formatResponses(document, responses),
  ];
  return { route: `api/${operationId}.md`, title: summary, text: joinParts(text) };
}

function createEventPage(document: ApiDocument, { path, operation }: DocumentedCall): ReferencePage {
  const { summary, description, requestBody } = operation;
  const text = [
    `# ${path}`,
    `${toPlainLine(summary)}. ${toPlainLine(description ?? '')}`,
    'Signed and retried as described in [webhooks](../webhooks.md).',
    '## Body',
    ...listContents(requestBody?.content ?? {}).flatMap((content) => formatRequest(document, content)),
  ];
  return { route: `api/${path}.md`, title: path, text: joinParts(text) };
}

const listContents = (content: Readonly<Record<string, Content>>): Content[] => Object.values(content);
const joinParts = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n\n');

/** The page of a request contains all its schemas. */
function formatRequest(document: ApiDocument, { schema, examples }: Content): string[] {
  if (schema === undefined) return [];
  const named = [...collectSchemaNames(document, schema)].flatMap((name) => {
    const within = document.components.schemas[name];
    return within === undefined ? [] : [`### ${name}`, formatSchema(within, ANCHOR)];
  });
  const own = schema.$ref === undefined ? [formatSchema(schema, ANCHOR)] : [];
  return [...formatExamples(examples), ...own, ...named];
}

function formatExamples(examples: Content['examples'] = {}): string[] {
  return Object.values(examples).flatMap(({ summary, value }) => [
    `**${summary ?? 'Example'}**`,
    asJson(value),
  ]);
}

function formatResponses(
  document: ApiDocument,
  responses: Readonly<Record<string, DocumentedResponse>>,
): string[] {
  const all = Object.entries(responses).map(
    ([status, response]) => [status, resolveReference(response, document.components.responses)] as const,
  );
  const isError = (status: string): boolean => Number(status) >= 400;
  const answers = all
    .filter(([status]) => !isError(status))
    .flatMap(([status, { description, headers = {}, content = {} }]) => [
      `## ${status}`,
      toPlainLine(description),
      ...listContents(content).flatMap(({ schema, examples }) => [
        schema === undefined ? '' : `Body: ${describeType(schema, SCHEMA_PLACE)}.`,
        ...formatExamples(examples),
      ]),
      Object.keys(headers).length === 0
        ? ''
        : `Headers: ${Object.keys(headers)
            .map((name) => `\`${name}\``)
            .join(', ')}.`,
    ]);
  const errors = all
    .filter(([status]) => isError(status))
    .map(([status, { description, content = {} }]) => {
      const examples = listContents(content).flatMap(({ examples: some = {} }) => Object.values(some));
      const codes = examples.map(({ value }) => String(Object(value).code ?? ''));
      const links = codes.map((code) =>
        code === '' ? 'the gateway’s own' : `[\`${code}\`](../errors.md#${code})`,
      );
      return `| ${status} | ${links.join(', ')} | ${toPlainLine(description)} |`;
    });
  return [...answers, '## Errors', formatTable(['status', 'code', 'meaning'], errors)];
}

/** Creates pages for schemas that responses name; those of requests are on the pages of their operations. */
function createSchemaPages(document: ApiDocument, calls: readonly DocumentedCall[]): ReferencePage[] {
  const names = new Set<string>();
  for (const { operation } of calls) {
    for (const response of Object.values(operation.responses)) {
      for (const { schema } of listContents(
        resolveReference(response, document.components.responses).content ?? {},
      )) {
        if (schema !== undefined) collectSchemaNames(document, schema, names);
      }
    }
    for (const parameter of operation.parameters ?? [])
      collectSchemaNames(document, resolveReference(parameter, document.components.parameters).schema, names);
  }
  const toPlace: SchemaPlace = (name) => `./${name}.md`;
  return [...names].sort().map((name) => ({
    route: `api/schemas/${name}.md`,
    title: name,
    text: `---\nsearch: false\n---\n\n# ${name}\n\n${formatSchema(document.components.schemas[name] ?? {}, toPlace)}`,
  }));
}

function formatTable(names: readonly string[], rows: readonly string[]): string {
  return [`| ${names.join(' | ')} |`, `|${' --- |'.repeat(names.length)}`, ...rows].join('\n');
}
