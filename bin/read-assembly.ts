// Reads the assembly of one stage. Separate from the synthesis, which loads the CDK.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toEdgeStackName, toStackName } from './stack-name.ts';

export interface Synthesized {
  /** The parsed CloudFormation template. */
  readonly template: unknown;
  /** The template of the edge's rules, if the stage has an edge. */
  readonly edge?: unknown;
  /** Directory of the code assets. */
  readonly assemblyDir: string;
}

/** Throws if there is no assembly. */
export function readAssembly(stage: string, assemblyDir: string): Synthesized {
  const locateTemplate = (stack: string): string => join(assemblyDir, `${stack}.template.json`);
  const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
  const edge = locateTemplate(toEdgeStackName(stage));
  return {
    template: read(locateTemplate(toStackName(stage))),
    edge: existsSync(edge) ? read(edge) : undefined,
    assemblyDir,
  };
}
