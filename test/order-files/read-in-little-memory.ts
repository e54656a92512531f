// Reads tables to their ends and prints a line on how each went: node --max-old-space-size=N read-in-little-memory.ts
// node|page FILE…. `page`: as the import view's worker does.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { memorySpill } from '../../console/import-worker/memory-spill.ts';
import { pageFile, pageSurroundings } from '../../console/import-worker/page-files.ts';
import { localFile, localSurroundings } from '../../order-files/disk/local-files.ts';
import { OrderFileError } from '../../order-files/problems/errors.ts';
import { readRows } from '../../order-files/rows/rows.ts';
import { openSource } from '../../order-files/sources.ts';

const [, , where, ...paths] = process.argv;

async function outcomeOf(path: string): Promise<object> {
  try {
    const source =
      where === 'page'
        ? await openSource(
            pageFile(new File([readFileSync(path)], basename(path))),
            pageSurroundings(async () => memorySpill()),
          )
        : await openSource(await localFile(path), localSurroundings());
    let rows = 0;
    for await (const batch of (await readRows(source)).batches)
      rows += batch.rows.length + batch.badRows.length;
    return { outcome: 'read', rows };
  } catch (error) {
    if (!(error instanceof OrderFileError)) throw error;
    const { problem, message } = error;
    return { outcome: problem.code === 'table_limit' ? problem.limit : problem.code, message };
  }
}

for (const path of paths) {
  const outcome = await outcomeOf(path);
  const megabytes = Math.round(process.resourceUsage().maxRSS / 1_024);
  console.log(JSON.stringify({ path, ...outcome, megabytes }));
}
