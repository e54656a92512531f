// Reads files to their ends and prints a line of JSON with the outcome of each:
// node --max-old-space-size=N read-in-little-memory.ts FILE….
import { createLocalSurroundings, openLocalFile } from '../../../../packages/order-files/disk/local-files.ts';
import { OrderFileError } from '../../../../packages/order-files/problems/errors.ts';
import { readOrderFiles } from '../../../../packages/order-files/read-orders.ts';

const [, , ...paths] = process.argv;

async function readToEnd(path: string): Promise<object> {
  try {
    const reading = await readOrderFiles([await openLocalFile(path)], createLocalSurroundings());
    return { outcome: 'read', ...(await reading.check()) };
  } catch (error) {
    if (!(error instanceof OrderFileError)) throw error;
    const { problem, message } = error;
    const line = 'line' in problem ? problem.line : undefined;
    return { outcome: problem.code === 'table_limit' ? problem.limit : problem.code, line, message };
  }
}

for (const path of paths) {
  const outcome = await readToEnd(path);
  const megabytes = Math.round(process.resourceUsage().maxRSS / 1_024);
  console.log(JSON.stringify({ path, ...outcome, megabytes }));
}
