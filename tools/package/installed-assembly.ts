// Replaces bin/local-assembly.ts in the package: returns the local stage as it was synthesized when the package was
// built.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ASSEMBLY = join(import.meta.dirname, '../../functions');

export async function loadLocalAssembly(): Promise<{ template: unknown; assemblyDir: string }> {
  const template: unknown = JSON.parse(readFileSync(join(ASSEMBLY, 'local.template.json'), 'utf8'));
  return { template, assemblyDir: ASSEMBLY };
}
