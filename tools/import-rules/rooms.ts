// Maps the repository: every room (a folder with all below it), what lives there, and the other rooms and the packages
// that it may import; `npm run imports` checks the code against it. A file belongs to the longest path that contains
// it. A room may use its own contents; naming a room allows all below it. `<above>` stands for the rooms above it in
// the list, `*` for everything.

/** path | what lives there | rooms | packages */
const ROOMS = `
  src/contract | requests, bodies, settings, limits, codes and sentences, as schemas and types: imports nothing of ours |  | valibot @valibot/to-json-schema croner
  src/analysis | values that all of the service shares | <above>
  src/analysis/accounts | API keys, callers, plans and their limits | <above> | node:*
  src/analysis/chance | what chance explains: quantiles, intervals of shares, tails of distributions | <above>
  src/analysis/money | exact sums of money: prices as integers of a common unit | <above>
  src/analysis/orders | order lines as typed columns, filters, calendar days | <above>
  src/analysis/ingest | chunks of orders, and the merge of new lines into stored orders | <above>
  src/analysis/extract | all orders of a dataset as compressed columns | <above> | node:*
  src/analysis/identity | which customer ids are one person | <above> | node:*
  src/analysis/partitions | orders cut into partitions: their files and columns | <above>
  src/analysis/baskets | orders or customers as baskets of items, by scope and window | <above>
  src/analysis/mining | frequent itemsets (search, sets) and association rules (rules) | <above>
  src/analysis/symmetric | the inverse of a symmetric matrix, its inner loops as modules of WebAssembly | <above>
  src/analysis/recommendations | products to show beside a cart: scores from baskets, evidence, their quality | <above>
  src/analysis/basket-parts | baskets of a dataset cut into partitions: as bytes, and joined | <above>
  src/analysis/product-profiles | sizes of a product’s orders; what its buyers order next | <above> | node:*
  src/analysis/rfm | recency, frequency and monetary scores, segments, metrics | <above>
  src/analysis/customer-lists | the customers of a report as typed columns, in pages | <above> | node:*
  src/analysis/audiences | who is in an audience, who was, and who is held out | <above> | node:*
  src/analysis/tables | tables as CSV and JSON lines that no spreadsheet and no terminal obeys | <above>
  src/analysis/survival | time until an event: Kaplan-Meier curves, log-rank test | <above>
  src/analysis/cohorts | customers by the period of their first purchase | <above>
  src/analysis/effect | what a campaign changed: those it was sent to beside those held out | <above>
  src/analysis/prediction | expected purchases and value: purchase models, tried on past dates | <above>
  src/analysis/changes | what changed since the previous report | <above>
  src/analysis/erasure | what is erased of an order and of a report | <above> | node:*
  src/analysis/schedules | when schedules are due; date ranges that move with them | <above>
  src/analysis/report-types | how each type of report is computed and finished: analysis, insights, comparison | src/contract src/analysis | valibot
  src/openapi | the OpenAPI document and its page, written from the contract | src/contract src/analysis | valibot node:*
  src/service | what is stored and what is done with it, a folder a feature: its queries and writes, its flows; tables has the key names, aws the clients | src/analysis src/contract | @aws-sdk/* @valibot/to-json-schema aws-lambda hyparquet-writer ipaddr.js node:* ulid valibot
  src/service/digests | what a schedule tells people: the actions of the newest reports, as messages; the consent of e-mail addresses | packages/client/src packages/report-parts src/contract src/service | @aws-sdk/* node:* valibot
  src/http | the one middleware stack, errors to statuses | src/contract src/analysis src/service | @aws-sdk/* @middy/core @middy/http-json-body-parser aws-lambda node:* valibot
  src/agents | an agent’s tools over the Model Context Protocol: made from operations, which they call over HTTP | packages/client/src src/contract | @modelcontextprotocol/server valibot
  functions | Lambda entry points: http/<topic>/<operation>, queue/, report/<state>, audience/, erasure/, schedule/ | src | aws-lambda ulid valibot node:*
  packages/client/src | the client that the package exports; of the service it knows the types, and nothing that runs | src/contract src/openapi | valibot
  packages/order-files | order files as whole orders, and what they add up to, in Node and in browsers | src/contract src/analysis | hyparquet
  packages/order-files/profiles | exporters as data: columns, statuses, refunds; one file per exporter
  packages/order-files/disk | order files that Node reads | packages/order-files | hyparquet-compressors node:*
  packages/report-parts | what the console and the HTML pages show of a report: insights, facts, tables, charts | packages/client/src src/contract src/analysis | d3-force preact
  apps/console | the console in the browser: a folder per feature, its view and logic side by side | packages/client/src packages/order-files packages/report-parts src/contract src/analysis | @preact/signals preact preact-render-to-string
  apps/console/texts | every text of the console, by language | packages/order-files packages/report-parts
  apps/console/import-worker | the worker that reads order files in the browser, and sends their orders | packages/client/src apps/console packages/order-files src/contract src/analysis
  lib | CDK constructs, one per file, by what they make; functions by name only | src/contract src/analysis src/service src/openapi | aws-cdk-lib constructs esbuild valibot vite node:*
  bin | the CDK entry | lib | @zip.js/zip.js aws-cdk-lib cdk-nag constructs valibot node:*
  apps/local-cloud | the local cloud: runs the synthesized template; like-aws refuses what AWS refuses | bin | @aws-sdk/* aws-local-stepfunctions fauxqs valibot node:*
  apps/cli | the command line’s entry, its failures as exit codes, and its reference | . packages/client/src lib packages/order-files src/contract src/analysis src/service | commander node:*
  apps/cli/report-pages | reports as terminal tables, HTML pages and CSV | packages/client/src packages/report-parts src/contract src/analysis | cli-table3 esbuild valibot node:*
  apps/cli/deployment | the deployment that a command works on: the local cloud, or a stage on AWS | bin apps/local-cloud src/analysis src/service | @aws-sdk/* ulid valibot node:*
  apps/cli/stage-copy | a stage’s tables and bucket as files, for moves and rehearsed restores | src/service | @aws-sdk/* valibot node:*
  apps/cli/doctor | checks of a deployed stage: quotas, backups, receivers |  | @aws-sdk/*
  apps/cli/completion | the tree of commands, and shell completion |  | commander
  apps/cli/commands | commands, one group per file | apps/cli packages/client/src lib packages/order-files packages/report-parts src | @aws-sdk/* @modelcontextprotocol/server cli-progress commander hyparquet ulid valibot node:*
  apps/cli/start | npm start: the local cloud with the console | apps/cli/deployment apps/local-cloud | node:*
  apps/cli/demo | npm run demo: a shop’s orders through the local cloud | apps/cli/deployment apps/cli/report-pages apps/cli/start packages/client/src apps/local-cloud | csv-parse valibot node:*
  tools/package | npm run package: the published package, built from the rooms above | bin apps/cli/report-pages lib tools/supply-chain src/contract src/openapi | esbuild openapi-typescript typescript5 valibot node:*
  tools/package/launcher | the program of the published package, on any Node |  | node:*
  apps/docs-site | npm run docs: the documentation site, from the documents and what programs write | apps/cli src/contract src/openapi test | node:*
  apps/docs-site/theme | the site generator’s settings; its packages are those of apps/docs-site/package.json | apps/docs-site | beautiful-mermaid vitepress node:*
  tools/harness | what drills, benches and tests start and drive: targets, receivers, browsers, random orders | bin apps/cli apps/local-cloud src | @aws-sdk/* aws-lambda fast-check ulid valibot node:* ajv ajv-formats playwright-core
  tools/drills | npm run drill: failures on purpose, on real engines | bin functions apps/local-cloud tools/harness src | @aws-sdk/* aws-lambda fast-check hyparquet ulid valibot node:*
  tools/mutations | npm run mutate: guards removed, what notices it |  | typescript5 node:*
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
  /** Rooms that it may import, but need not. */
  readonly above: readonly string[];
}

function parseRooms(table: string): Room[] {
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

export const REPOSITORY = parseRooms(ROOMS);
