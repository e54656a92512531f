// The map of the repository: every room (a folder with all below it), what lives there, and the other rooms and the packages that
// it may import; `npm run imports` holds the code against it. A file belongs to the longest path that it lies in. A room may use
// what lies within it; naming a room allows all below it. `<above>` stands for the rooms above it in the list, `*` for everything.

/** path | what lives there | rooms | packages */
const ROOMS = `
  src/contract | requests, bodies, settings, limits, codes and sentences, as schemas and types: imports nothing of ours |  | valibot @valibot/to-json-schema croner
  src/core | values that all of the service shares | <above> 
  src/core/accounts | API keys, callers, plans and their limits | <above> | node:*
  src/core/chance | what chance explains: quantiles, intervals of shares, tails of distributions | <above> 
  src/core/money | exact sums of money: prices as integers of a common unit | <above> 
  src/core/orders | order lines as typed columns, filters, calendar days | <above> 
  src/core/ingest | chunks of orders, and the merge of new lines into stored orders | <above> 
  src/core/extract | all orders of a dataset as compressed columns | <above> | node:*
  src/core/partitions | orders cut into partitions: their files and columns | <above> 
  src/core/baskets | orders or customers as baskets of items, by scope and window | <above> 
  src/core/mining | frequent itemsets (search, sets) and association rules (rules) | <above> 
  src/core/symmetric | the inverse of a symmetric matrix, its inner loops as modules of WebAssembly | <above> 
  src/core/recommendations | products to show beside a cart: scores from baskets, evidence, their quality | <above> 
  src/core/basket-parts | baskets of a dataset cut into partitions: as bytes, and joined | <above> 
  src/core/product-profiles | sizes of a product’s orders; what its buyers order next | <above> | node:*
  src/core/rfm | recency, frequency and monetary scores, segments, metrics | <above> 
  src/core/customer-lists | the customers of a report as typed columns, in pages | <above> | node:*
  src/core/audiences | who is in an audience, who was, and who is held out | <above> | node:*
  src/core/tables | tables as CSV and JSON lines that no spreadsheet and no terminal obeys | <above> 
  src/core/survival | time until an event: Kaplan-Meier curves, log-rank test | <above> 
  src/core/cohorts | customers by the period of their first purchase | <above> 
  src/core/effect | what a campaign changed: those it was sent to beside those held out | <above> 
  src/core/prediction | expected purchases and value: purchase models, tried on past dates | <above> 
  src/core/changes | what changed since the previous report | <above> 
  src/core/erasure | what is erased of an order and of a report | <above> | node:*
  src/core/schedules | when schedules are due; date ranges that move with them | <above> 
  src/report-types | how each type of report is computed and finished: analysis, insights, comparison | src/contract src/core | valibot
  src/openapi | the OpenAPI document and its page, written from the contract | src/contract src/core src/report-types | valibot node:*
  src/observability | log lines, metrics, errors as log fields | src/contract | @aws-lambda-powertools/* aws-lambda
  src/wiring | the environment of each function as a schema | src/contract | valibot node:*
  src/stores | queries and writes, by what is stored; tables has the key names, aws the clients | src/contract src/core src/observability | @aws-sdk/* ulid valibot node:*
  src/webhooks | flow: sign, send and retry webhooks; an account’s events to its endpoints (endpoints) | src/contract src/core src/observability src/stores src/wiring | @aws-sdk/lib-dynamodb ipaddr.js ulid node:*
  src/report-lists | the stored lists of reports’ customers: pages, columns kept in memory, erasure | src/contract src/core src/stores 
  src/reporting | flow: request (requests), compute and publish a report (steps, partitions) | src/contract src/core src/observability src/stores src/report-lists src/report-types src/webhooks src/wiring | @aws-sdk/* @valibot/to-json-schema ulid valibot node:*
  src/exporting | flow: start, write and read exports of reports | src/contract src/core src/observability src/stores src/report-lists src/report-types src/reporting | @aws-sdk/lib-dynamodb hyparquet-writer
  src/destinations | flow: keep copies of audiences elsewhere in step; a file per kind of destination | src/contract src/core src/observability src/stores src/report-lists src/webhooks src/wiring | ulid valibot
  src/audiences | flow: create, preview and refresh audiences, read their members | src/contract src/core src/observability src/stores src/report-lists src/reporting | ulid node:*
  src/erasure | flow: erase a customer or a dataset from orders, reports and kept messages | src/contract src/core src/observability src/stores src/destinations src/report-lists src/report-types src/reporting | @aws-sdk/* ulid valibot
  src/ingest | flow: accept orders, apply chunks, settle failures | src/contract src/core src/observability src/stores src/erasure | @aws-sdk/lib-dynamodb ulid
  src/order-reads | orders as they are stored, one by one and in lists | src/contract src/core src/stores 
  src/sources | flow: receive the events of shops: verify, map to orders, accept | src/contract src/core src/observability src/stores src/ingest | node:* ulid valibot
  src/scheduling | flow: create and change schedules, run those that are due | src/contract src/core src/observability src/stores src/reporting src/wiring | @aws-sdk/lib-dynamodb ulid
  src/operations | flows for operators: accounts and keys, reconciling unfinished work | src/contract src/core src/exporting src/ingest src/observability src/stores | @aws-sdk/client-sfn @aws-sdk/lib-dynamodb valibot
  src/http | the one middleware stack, errors to statuses | src/contract src/core src/observability src/stores src/wiring | @aws-sdk/* @middy/core @middy/http-json-body-parser aws-lambda node:* valibot
  src/agents | an agent’s tools over the Model Context Protocol: made from operations, which they call over HTTP | packages/client/src src/contract | @modelcontextprotocol/server valibot
  functions | Lambda entry points: http/<topic>/<operation>, queue/, report/<state>, audience/, erasure/, schedule/ | src | aws-lambda ulid valibot node:*
  packages/client/src | the client that the package exports; of the service it knows the types, and nothing that runs | src/contract src/openapi | valibot
  packages/order-files | order files as whole orders, and what they add up to, in Node and in browsers | src/contract src/core | hyparquet valibot
  packages/order-files/profiles | exporters as data: columns, statuses, refunds; one file per exporter
  packages/order-files/disk | order files that Node reads | packages/order-files | hyparquet-compressors node:*
  packages/report-parts | what the console and the HTML pages show of a report: insights, facts, tables, charts | packages/client/src src/contract src/core | d3-force preact
  apps/console | the console in the browser: a folder per feature, its view and logic side by side | packages/client/src packages/order-files packages/report-parts src/contract src/core | @preact/signals preact preact-render-to-string
  apps/console/texts | every text of the console, by language | packages/order-files packages/report-parts 
  apps/console/import-worker | the worker that reads order files in the browser, and sends their orders | packages/client/src apps/console packages/order-files src/contract src/core 
  lib | CDK constructs, one per file, by what they make; functions by name only | src/contract src/core src/observability src/openapi src/stores src/wiring | aws-cdk-lib constructs esbuild valibot vite node:*
  bin | the CDK entry | lib | @zip.js/zip.js aws-cdk-lib cdk-nag constructs valibot node:*
  apps/local-cloud | the local cloud: runs the synthesized template; like-aws refuses what AWS refuses | bin | @aws-sdk/* aws-local-stepfunctions fauxqs valibot node:*
  apps/cli | the command line’s entry, its failures as exit codes, and its reference | . packages/client/src lib packages/order-files src/contract src/core src/operations | commander
  apps/cli/report-pages | reports as terminal tables, HTML pages and CSV | packages/client/src packages/report-parts src/contract src/core | cli-table3 esbuild valibot node:*
  apps/cli/deployment | the deployment that a command works on: the local cloud, or a stage on AWS | bin apps/local-cloud src/core src/operations src/stores src/wiring | @aws-sdk/* ulid valibot node:*
  apps/cli/stage-copy | a stage’s tables and bucket as files, for moves and rehearsed restores | src/operations src/stores | @aws-sdk/* valibot node:*
  apps/cli/doctor | checks of a deployed stage: quotas, backups, receivers |  | @aws-sdk/*
  apps/cli/completion | the tree of commands, and shell completion |  | commander
  apps/cli/commands | commands, one group per file | apps/cli packages/client/src lib packages/order-files packages/report-parts src | @aws-sdk/* @modelcontextprotocol/server cli-progress commander ulid valibot node:*
  apps/cli/start | npm start: the local cloud with the console | apps/cli/deployment apps/local-cloud | node:*
  apps/cli/demo | npm run demo: a shop’s orders through the local cloud | apps/cli/deployment apps/cli/report-pages apps/cli/start packages/client/src apps/local-cloud | csv-parse valibot node:*
  tools/package | npm run package: the published package, built from the rooms above | bin apps/cli/report-pages lib tools/supply-chain src/contract src/openapi | esbuild openapi-typescript typescript5 valibot node:*
  tools/package/launcher | the program of the published package, on any Node |  | node:*
  apps/docs-site | npm run docs: the documentation site, from the documents and what programs write | apps/cli src/contract src/openapi test | node:*
  apps/docs-site/theme | the site generator’s settings; its packages are those of apps/docs-site/package.json | apps/docs-site | beautiful-mermaid vitepress node:*
  tools/harness | what drills, benches and tests start and drive: targets, receivers, browsers, random orders | bin apps/cli apps/local-cloud src | @aws-sdk/* aws-lambda fast-check ulid valibot node:* ajv ajv-formats playwright-core
  tools/drills | npm run drill: failures on purpose, on real engines | bin functions apps/local-cloud tools/harness src | @aws-sdk/* aws-lambda fast-check ulid valibot node:*
  tools/mutations | npm run mutate: guards removed, what notices it |  | node:*
  tools/bench | npm run bench: the programs behind the figures in the documents | bin apps/cli packages/client/src functions apps/local-cloud packages/order-files tools/harness src | @aws-sdk/* playwright-core ulid valibot node:*
  tools/supply-chain | licences, audits and bill of materials | lib | @zip.js/zip.js semver valibot node:*
  tools/import-rules | this table, and the check that holds the code against it |  | node:*
  test | tests, in the folders of what they test | * | *
  . | settings of the tools |  | node:* vitest
`;

export interface Room {
  readonly path: string;
  readonly rooms: readonly string[];
  readonly packages: readonly string[];
  /** Rooms that it may import without using each of them. */
  readonly above: readonly string[];
}

export function roomsOf(table: string): Room[] {
  const rows = table.trim().split('\n');
  const paths = rows.map((row) => row.split('|')[0]?.trim() ?? '');
  return rows.map((row, at) => {
    const [, , rooms = [], packages = []] = row.split('|').map((cell) => cell.split(/\s+/).filter(Boolean));
    const isLayer = rooms.includes('<above>');
    return {
      path: paths[at] ?? '',
      rooms: rooms.filter((one) => one !== '<above>'),
      packages,
      above: isLayer ? paths.slice(0, at) : [],
    };
  });
}

export const REPOSITORY = roomsOf(ROOMS);
