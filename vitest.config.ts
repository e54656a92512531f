import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import type { Reporter, TestModule, TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** One plain line at the very end, for whoever reads only that, after the files whose tests were skipped. */
const countLine: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]) {
    const listStates = (module: TestModule) =>
      [...module.children.allTests()].map((test) => test.result().state);
    const states = modules.flatMap(listStates);
    const countState = (state: string): number => states.filter((found) => found === state).length;
    for (const module of modules) {
      const skipped = listStates(module).filter((state) => state === 'skipped').length;
      if (skipped > 0) console.log(`${skipped} skipped in ${module.relativeModuleId}`);
    }
    process.once('exit', () =>
      console.log(
        `${countState('passed')} passed, ${countState('failed')} failed, ${countState('skipped')} skipped`,
      ),
    );
  },
};

/** A run adds 1,200 to 2,400, of 6 kB each. */
const MOST_COMPILED = 20_000;
/**
 * Node keeps modules compiled for the next start, and test files under the address that vitest gives them, another one in each run: they
 * would grow without end.
 */
const compiledModules: Reporter = {
  onTestRunEnd() {
    const folder = process.env.NODE_COMPILE_CACHE;
    if (folder === undefined || !existsSync(folder)) return;
    if (readdirSync(folder, { recursive: true }).length <= MOST_COMPILED) return;
    const old = `${folder}-${process.pid}`;
    try {
      // Others may be writing.
      renameSync(folder, old);
    } catch {
      // A run that ended in the same moment was first.
      return;
    }
    rmSync(old, { recursive: true });
  },
};

/**
 * A long file that starts last would keep one core waiting for the other. Projects stay together: a worker loads its modules
 * again for another project.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const findPlace = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.findIndex((file) => moduleId.endsWith(file));
      return at < 0 ? LONGEST.length : at;
    };
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...projects.values()].flatMap((own) => own.sort((a, b) => findPlace(a) - findPlace(b)));
  }
}

/** They bring engines of their own. */
const DRILLS = ['test/tools/drills/{ingest,reports,outage,stage-copy}.test.ts'];
const LONGEST = [
  'test/tools/drills/reports.test.ts',
  'test/tools/drills/outage.test.ts',
  'test/tools/drills/ingest.test.ts',
  // On the shared cloud, 72 to 15 seconds each.
  'test/apps/console/pages/buttons.test.ts',
  'test/fuzz/fuzz.test.ts',
  'test/end-to-end/account/keys.test.ts',
  'test/apps/local-cloud/smoke.test.ts',
  'test/end-to-end/webhooks/digests.test.ts',
  'test/docs/api-by-example.test.ts',
  'test/apps/console/pages/findings.test.ts',
  'test/end-to-end/tenants/tenants.test.ts',
  'test/apps/console/pages/states.test.ts',
  'test/apps/console/pages/work.test.ts',
  'test/apps/console/pages/home.test.ts',
  'test/apps/cli/order-files.test.ts',
  'test/apps/console/pages/rate-limit.test.ts',
  'test/end-to-end/webhooks/mail-digests.test.ts',
  'test/apps/console/pages/rules.test.ts',
  'test/apps/console/pages/audiences.test.ts',
  'test/end-to-end/orders/erasure.test.ts',
  'test/apps/console/pages/import.test.ts',
  'test/apps/cli/answers.test.ts',
  // Twenty to three seconds of processor time each. The hostile files are there when the browser reads them.
  'test/golden/reports.test.ts',
  'test/service/reports/identity.test.ts',
  'test/lib/data.test.ts',
  'test/packages/order-files/hostile/hostile-files.test.ts',
  'test/analysis/mining/null-rules.test.ts',
  'test/analysis/report-types/rfm/distinctive-product.test.ts',
  'test/analysis/report-types/market-basket/partitioned.test.ts',
  'test/service/reports/partitioned-report.test.ts',
  'test/analysis/report-types/exact-money.test.ts',
  'test/analysis/recommendations/pair-blocks.test.ts',
  'test/analysis/report-types/online-retail.test.ts',
  'test/apps/console/import/hostile-files.test.ts',
  'test/analysis/mining/rules/ratings.test.ts',
  'test/analysis/mining/search/frequent-itemsets.test.ts',
];
/** On the local cloud, most of them on one that they share. */
const ENGINES = [
  'test/{packages/client,tools/drills,service/erasures,fuzz,service/stores}/*.test.ts',
  'test/{end-to-end,apps/local-cloud}/**/*.test.ts',
  'test/apps/cli/{answers,order-files}.test.ts',
  'test/apps/cli/report-pages/browser.test.ts',
  'test/apps/console/pages/*.test.ts',
  'test/docs/{api-by-example,differences,getting-started,loop,product-page}.test.ts',
];

/** On tables of their own, which start in less than a second. */
const TABLES = ['test/service/stores/tables/**/*.test.ts'];

/** They look at state of a module that other tests have changed by then, or replace the AWS clients of all others. */
const OWN_PROCESS = ['test/service/observability/metrics.test.ts'];

/** With more threads than cores, those that V8 collects garbage with mostly wait for each other: an eighth of the processor time. */
const ONE_COLLECTOR = '--single-threaded-gc';

/** In megabytes. A young generation that is large from the start is collected less often: a twentieth of the processor time. */
const YOUNG = ['--min-semi-space-size=32', '--max-semi-space-size=64'];

const createCommon = (isDeep: boolean) => ({
  execArgv: [ONE_COLLECTOR, ...YOUNG],
  setupFiles: ['tools/harness/function-environment.ts'],
  // A busy machine is slow, not wrong.
  testTimeout: isDeep ? 900_000 : 120_000,
  hookTimeout: 120_000,
  // Instead of one second.
  expect: { poll: { timeout: 30_000 } },
});

/** `--mode deep`: see tools/harness/depth.ts. */
export default defineConfig(({ mode }) => ({
  test: {
    env: { TEST_DEPTH: mode === 'deep' ? mode : 'daily' },
    reporters: ['default', countLine, compiledModules],
    // The log of functions is of interest only where a test fails.
    silent: 'passed-only',
    // Two cores: the engines of one suite shouldn't starve those of another.
    maxWorkers: 3,
    // Node reads the files itself, as it does outside of tests. No test replaces a module (vi.mock), for which vitest would parse each file.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    sequence: { sequencer: LongestFirst },
    projects: [
      // Drills wait more than they compute. With more of them at once, a run could wait for its turn in vain.
      {
        extends: true,
        test: { ...createCommon(mode === 'deep'), name: 'drills', include: DRILLS, maxConcurrency: 3 },
      },
      {
        extends: true,
        test: {
          ...createCommon(mode === 'deep'),
          name: 'engines',
          include: ENGINES,
          exclude: [...DRILLS, ...OWN_PROCESS],
          globalSetup: 'test/shared-cloud.ts',
          // As for unit tests.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...createCommon(mode === 'deep'),
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [...DRILLS, ...ENGINES, ...TABLES, ...OWN_PROCESS],
          // Modules are loaded once: loading the CDK and the SDK for each file takes longer than its tests.
          isolate: false,
        },
      },
      // As for unit tests.
      {
        extends: true,
        test: { ...createCommon(mode === 'deep'), name: 'tables', include: TABLES, isolate: false },
      },
      {
        extends: true,
        test: { ...createCommon(mode === 'deep'), name: 'unit-own-process', include: OWN_PROCESS },
      },
    ],
  },
}));
