// The map of the repository: every room (a folder with all below it), what lives there, and what it may import.
// docs/architecture.md shows this table; `npm run imports` holds the code against it.
//
// A folder belongs to the longest path that it lies in. A room may use what lies within it; naming a room allows all
// below it. The rooms of src/core stand in layers: each may import those above it in the list.

export interface Folder {
  readonly path: string;
  readonly holds: string;
  /** Other rooms of this table; `*` stands for all. */
  readonly imports: readonly string[];
  /** Packages; Node's modules as `node:*`, packages of one scope as `@aws-sdk/*`. */
  readonly packages: readonly string[];
  /** Rooms that it may import without using each of them. */
  readonly above?: readonly string[];
}

/** `imports` and `packages` are names with blanks between them. */
function room(path: string, holds: string, imports = '', packages = ''): Folder {
  return { path, holds, imports: words(imports), packages: words(packages) };
}

function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/** Rooms of which each may import those before it. */
function layers(rooms: readonly Folder[]): Folder[] {
  return rooms.map((one, index) => ({ ...one, above: rooms.slice(0, index).map(({ path }) => path) }));
}

const CORE = layers([
  room('src/core', 'errors and values that all of the service shares'),
  room('src/core/accounts', 'API keys, callers, plans and their limits', '', 'node:*'),
  room('src/core/settings', 'the settings that all reports share'),
  room('src/core/chance', 'what chance explains: quantiles, intervals of shares, tails of distributions'),
  room('src/core/money', 'exact sums of money: prices as integers of a common unit'),
  room('src/core/insights', 'figures and lists in words; which products are variants of one'),
  room('src/core/sentences', 'what the service says: codes, their parameters, and the English sentences'),
  room('src/core/orders', 'order lines as typed columns, filters, calendar days'),
  room('src/core/ingest', 'chunks of orders, and the merge of new lines into stored orders'),
  room('src/core/extract', 'all orders of a dataset as compressed columns', '', 'node:*'),
  room('src/core/partitions', 'orders cut into partitions: their files and columns'),
  room('src/core/baskets', 'orders or customers as baskets of items, by scope and window'),
  room('src/core/kernels', 'inner loops over vectors, as modules of WebAssembly'),
  room('src/core/mining', 'frequent itemsets (`search`, `sets`) and association rules (`rules`)'),
  room('src/core/symmetric', 'the inverse of a symmetric matrix'),
  room(
    'src/core/recommendations',
    'products to show beside a cart: scores from baskets, evidence, their quality',
  ),
  room('src/core/basket-parts', 'baskets of a dataset cut into partitions: as bytes, and joined'),
  room('src/core/product-profiles', 'sizes of a product’s orders; what its buyers order next', '', 'node:*'),
  room('src/core/rfm', 'recency, frequency and monetary scores, segments, metrics'),
  room('src/core/customer-lists', 'the customers of a report as typed columns, in pages', '', 'node:*'),
  room('src/core/audiences', 'who is in an audience, who was, and who is held out', '', 'node:*'),
  room('src/core/tables', 'tables as CSV and JSON lines that no spreadsheet and no terminal obeys'),
  room('src/core/survival', 'time until an event: Kaplan-Meier curves, log-rank test'),
  room('src/core/cohorts', 'customers by the period of their first purchase'),
  room('src/core/effect', 'what a campaign changed: those it was sent to beside those held out'),
  room('src/core/prediction', 'expected purchases and value: purchase models, tried on past dates'),
  room('src/core/changes', 'what changed since the previous report'),
  room('src/core/erasure', 'what is erased of an order and of a report', '', 'node:*'),
  room('src/core/schedules', 'when schedules are due; date ranges that move with them', '', 'croner'),
]);

const FLOW = 'src/contract src/core src/observability src/stores';

const SERVICE: readonly Folder[] = [
  room('src/schema', 'valibot vocabulary of reports and contract: fields, limits', 'src/core', 'valibot'),
  room(
    'src/report-types',
    'one record per report type: settings, analysis, body’s schema, insights, comparison',
    'src/core src/schema',
    'valibot',
  ),
  room(
    'src/contract',
    'valibot schemas of requests, responses and messages; the registry of operations',
    'src/core src/report-types src/schema',
    'valibot @valibot/to-json-schema',
  ),
  room(
    'src/openapi',
    'the OpenAPI document and its page, written from the contract',
    'src/contract src/core src/report-types src/schema',
    'valibot node:*',
  ),
  room(
    'src/observability',
    'log lines, metrics, errors as log fields',
    'src/core',
    '@aws-lambda-powertools/* aws-lambda',
  ),
  room('src/wiring', 'the environment of each function as a schema', 'src/core', 'valibot node:*'),
  room(
    'src/stores',
    'queries and writes, by what is stored; `tables` has the key names, `aws` the clients',
    'src/contract src/core src/observability src/report-types src/schema',
    '@aws-sdk/* ulid valibot node:*',
  ),
  room('src/mining-threads', 'itemset mining on worker threads', 'src/core', 'node:*'),
  room(
    'src/webhooks',
    'flow: sign, send and retry webhooks; an account’s events to its endpoints (`endpoints`)',
    `${FLOW} src/schema src/wiring`,
    '@aws-sdk/lib-dynamodb ipaddr.js ulid node:*',
  ),
  room(
    'src/report-lists',
    'the stored lists of reports’ customers: pages, columns kept in memory, erasure',
    'src/contract src/core src/report-types src/stores',
  ),
  room(
    'src/reporting',
    'flow: request (`requests`), compute and publish a report (`steps`, `partitions`)',
    `${FLOW} src/report-lists src/report-types src/schema src/webhooks src/wiring`,
    '@aws-sdk/* @valibot/to-json-schema ulid valibot node:*',
  ),
  room(
    'src/exporting',
    'flow: start, write and read exports of reports',
    `${FLOW} src/report-lists src/report-types src/reporting src/schema`,
    '@aws-sdk/lib-dynamodb hyparquet-writer',
  ),
  room(
    'src/destinations',
    'flow: keep copies of audiences elsewhere in step; a file per kind of destination',
    `${FLOW} src/report-lists src/schema src/webhooks src/wiring`,
    'ulid valibot',
  ),
  room(
    'src/audiences',
    'flow: create, preview and refresh audiences, read their members',
    `${FLOW} src/report-lists src/report-types src/reporting src/schema`,
    'ulid node:*',
  ),
  room(
    'src/erasure',
    'flow: erase a customer or a dataset from orders, reports and kept messages',
    `${FLOW} src/destinations src/report-lists src/report-types src/reporting src/schema`,
    '@aws-sdk/* ulid valibot',
  ),
  room(
    'src/ingest',
    'flow: accept orders, apply chunks, settle failures',
    `${FLOW} src/erasure src/schema`,
    '@aws-sdk/lib-dynamodb ulid',
  ),
  room(
    'src/order-reads',
    'orders as they are stored, one by one and in lists',
    'src/contract src/core src/schema src/stores',
  ),
  room(
    'src/sources',
    'flow: receive the events of shops: verify, map to orders, accept',
    `${FLOW} src/ingest src/schema`,
    'node:* ulid valibot',
  ),
  room(
    'src/scheduling',
    'flow: create and change schedules, run those that are due',
    `${FLOW} src/reporting src/schema src/wiring`,
    '@aws-sdk/lib-dynamodb ulid',
  ),
  room(
    'src/operations',
    'flows for operators: accounts and keys, reconciling unfinished work',
    'src/core src/exporting src/ingest src/observability src/schema src/stores',
    '@aws-sdk/client-sfn @aws-sdk/lib-dynamodb valibot',
  ),
  room(
    'src/http',
    'the one middleware stack, errors to statuses',
    `${FLOW} src/schema src/wiring`,
    '@aws-sdk/* @middy/core @middy/http-json-body-parser aws-lambda node:* valibot',
  ),
  room(
    'src/agents',
    'an agent’s tools over the Model Context Protocol: made from operations, which they call over HTTP',
    'client/src src/contract src/core src/report-types src/schema',
    '@modelcontextprotocol/server valibot',
  ),
  room(
    'functions',
    'Lambda entry points: `http/<topic>/<operation>`, `queue/`, `report/<state>`, `audience/`, `erasure/`, `schedule/`',
    'src',
    'aws-lambda ulid valibot node:*',
  ),
];

const PRODUCTS: readonly Folder[] = [
  room(
    'client/src',
    'the client that the package exports; of the service it knows the types, and nothing that runs',
    'src/openapi src/report-types',
    'valibot',
  ),
  room(
    'order-files',
    'order files as whole orders, and what they add up to, in Node and in browsers',
    'src/contract src/core src/schema',
    'hyparquet valibot',
  ),
  room('order-files/profiles', 'exporters as data: columns, statuses, refunds; one file per exporter'),
  room('order-files/disk', 'order files that Node reads', 'order-files', 'hyparquet-compressors node:*'),
  room(
    'report-parts',
    'what the console and the HTML pages show of a report: insights, facts, tables, charts',
    'client/src src/core',
    'd3-force preact',
  ),
  room(
    'console',
    'the console in the browser: a folder per feature, its view and logic side by side',
    'client/src order-files report-parts src/core src/schema',
    '@preact/signals preact preact-render-to-string',
  ),
  room('console/texts', 'every text of the console, by language', 'order-files report-parts'),
  room(
    'console/import-worker',
    'the worker that reads order files in the browser, and sends their orders',
    'client/src console order-files src/core',
  ),
  room(
    'lib',
    'CDK constructs, one per file, by what they make; functions by name only',
    'src/contract src/core src/observability src/openapi src/schema src/stores src/wiring',
    'aws-cdk-lib constructs esbuild valibot vite node:*',
  ),
  room('bin', 'the CDK entry', 'lib', '@zip.js/zip.js aws-cdk-lib cdk-nag constructs valibot node:*'),
  room(
    'local',
    'the local cloud: runs the synthesized template; `like-aws` refuses what AWS refuses',
    'bin',
    '@aws-sdk/* aws-local-stepfunctions fauxqs valibot node:*',
  ),
];

const COMMAND_LINE: readonly Folder[] = [
  room(
    'cli',
    'the command line’s entry, its failures as exit codes, and its reference',
    '. client/src lib order-files src/core src/operations',
    'commander',
  ),
  room(
    'cli/report-pages',
    'reports as terminal tables, HTML pages and CSV',
    'client/src report-parts src/core src/report-types',
    'cli-table3 esbuild valibot node:*',
  ),
  room(
    'cli/backfill',
    'sending files to the ingest queue: checkpoint, room in the queue, waiting',
    'src/contract src/operations src/stores',
    '@aws-sdk/* valibot node:*',
  ),
  room(
    'cli/deployment',
    'the deployment that a command works on: the local cloud, or a stage on AWS',
    'bin local src/core src/operations src/stores src/wiring',
    '@aws-sdk/* ulid valibot node:*',
  ),
  room(
    'cli/stage-copy',
    'a stage’s tables and bucket as files, for moves and rehearsed restores',
    'src/operations src/stores',
    '@aws-sdk/* valibot node:*',
  ),
  room('cli/doctor', 'checks of a deployed stage: quotas, backups, receivers', '', '@aws-sdk/*'),
  room('cli/completion', 'the tree of commands, and shell completion', '', 'commander'),
  room(
    'cli/commands',
    'commands, one group per file',
    'cli client/src lib order-files report-parts src',
    '@aws-sdk/* @modelcontextprotocol/server cli-progress cli-table3 commander ulid node:*',
  ),
  room('cli/start', '`npm start`: the local cloud with the console', 'cli/deployment local', 'node:*'),
  room(
    'cli/demo',
    '`npm run demo`: a shop’s orders through the local cloud',
    'cli/deployment cli/report-pages cli/start client/src local',
    'csv-parse valibot node:*',
  ),
];

const PACKAGE: readonly Folder[] = [
  room(
    'package',
    '`npm run package`: the published package, built from the rooms above',
    'bin cli/report-pages lib quality/supply-chain src/contract src/openapi src/report-types',
    'esbuild openapi-typescript typescript5 valibot node:*',
  ),
  room('package/launcher', 'the program of the published package, on any Node', '', 'node:*'),
];

const DOCUMENTS: readonly Folder[] = [
  room(
    'docs/site',
    '`npm run docs`: the documentation site, from the documents and what programs write',
    'cli src/contract src/core src/openapi test',
    'node:*',
  ),
  room(
    'docs/site/theme',
    'the site generator’s settings; its packages are those of `docs/site/package.json`',
    'docs/site',
    'beautiful-mermaid vitepress node:*',
  ),
];

const ENGINES = '@aws-sdk/* aws-lambda fast-check ulid valibot node:*';

const QUALITY: readonly Folder[] = [
  room(
    'quality/harness',
    'what drills, benches and tests start and drive: targets, receivers, browsers, random orders',
    'bin cli local src',
    `${ENGINES} ajv ajv-formats playwright-core`,
  ),
  room(
    'quality/drills',
    '`npm run drill`: failures on purpose, on real engines, each with a sabotage that it notices',
    'bin functions local quality/harness src',
    `${ENGINES} ipaddr.js`,
  ),
  room('quality/mutations', '`npm run mutate`: guards removed, what notices it', '', 'node:* typescript5'),
  room(
    'quality/bench',
    '`npm run bench`: the programs behind the figures in the documents',
    'bin cli client/src functions local order-files quality/harness src',
    '@aws-sdk/* playwright-core ulid valibot node:*',
  ),
  room(
    'quality/supply-chain',
    'licences, audits and bill of materials',
    'lib',
    '@zip.js/zip.js semver valibot node:*',
  ),
  room('quality/import-rules', 'this table, and the check that holds the code against it', '', 'node:*'),
  room('test', 'tests, in the folders of what they test', '*', '*'),
  room('.', 'settings of the tools', '', 'node:* vitest'),
];

export const FOLDERS: readonly Folder[] = [
  ...CORE,
  ...SERVICE,
  ...PRODUCTS,
  ...COMMAND_LINE,
  ...PACKAGE,
  ...DOCUMENTS,
  ...QUALITY,
];
