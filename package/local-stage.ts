// The local stage as the package carries it: the template, and each function's bundle in the folder that the template names.
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { localAssembly } from '../bin/local-assembly.ts';

export async function writeLocalStage(folder: string): Promise<void> {
  const { template, assemblyDir } = await localAssembly();
  mkdirSync(folder, { recursive: true });
  for (const asset of readdirSync(assemblyDir).filter((name) => name.startsWith('asset.')))
    cpSync(join(assemblyDir, asset), join(folder, asset), { recursive: true });
  writeFileSync(join(folder, 'local.template.json'), JSON.stringify(template));
}
