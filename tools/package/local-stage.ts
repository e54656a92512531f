// Writes the local stage for the package: the template, and each function's bundle in the folder that the template
// names.
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { loadLocalAssembly } from '../../bin/local-assembly.ts';

export async function writeLocalStage(folder: string): Promise<void> {
  const { template, assemblyDir } = await loadLocalAssembly();
  mkdirSync(folder, { recursive: true });
  for (const asset of readdirSync(assemblyDir).filter((name) => name.startsWith('asset.')))
    cpSync(join(assemblyDir, asset), join(folder, asset), { recursive: true });
  writeFileSync(join(folder, 'entries.json'), JSON.stringify(listEntries(template)));
  writeFileSync(join(folder, 'local.template.json'), JSON.stringify(template));
}

const functions = v.object({
  Code: v.object({ S3Key: v.string() }),
  Environment: v.object({ Variables: v.looseObject({ POWERTOOLS_SERVICE_NAME: v.string() }) }),
});

/** The folder of each function, by its entry: `http/submit-orders`. */
function listEntries(template: unknown): Readonly<Record<string, string>> {
  const { Resources } = v.parse(
    v.object({ Resources: v.record(v.string(), v.looseObject({ Type: v.string() })) }),
    template,
  );
  const found = Object.values(Resources)
    .filter(({ Type }) => Type === 'AWS::Lambda::Function')
    .map(({ Properties }) => v.parse(functions, Properties))
    .map(({ Code, Environment }) => [
      // <stack>/<entry>
      Environment.Variables.POWERTOOLS_SERVICE_NAME.replace(/^[^/]+\//, ''),
      `asset.${Code.S3Key.replace(/\.zip$/, '')}`,
    ]);
  return Object.fromEntries(found);
}
