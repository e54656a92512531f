// The settings that a deployment takes from the context in cdk.json: a top-level key applies to every stage, a key in
// the object under a stage's own name applies to that stage and takes precedence. Unknown keys and invalid values are
// refused.
import type { Node } from 'constructs';
import * as v from 'valibot';
import { json, parseChoices, SETTINGS } from '../lib/stage/settings.ts';
import { STAGES, type StageChoices } from '../lib/stage/stage-config.ts';

/** Keys that other modules read: the stages' own objects, and the repository that deploys. */
const OTHER_KEYS: readonly string[] = [...STAGES, 'githubRepository'];
/** Settings that must be in cdk.json, so that the next deployment finds them again. */
export const SAVED_KEYS: readonly string[] = [...Object.keys(SETTINGS), ...STAGES];
const ofOneStage = json(v.optional(v.record(v.string(), v.unknown()), {}));

/** Throws if a key is unknown, invalid or without the key that it requires. */
export function readStageContext(node: Node, stage: string): StageChoices {
  refuseUnknownKeys(node);
  const ofAllStages = Object.keys(SETTINGS).map((key) => [key, node.tryGetContext(key)]);
  const own = v.parse(ofOneStage, node.tryGetContext(stage));
  try {
    // The CDK's command line sets the region that it deploys to, unless it is unknown.
    return parseChoices({ ...Object.fromEntries(ofAllStages), ...own }, process.env.CDK_DEFAULT_REGION);
  } catch (error) {
    throw error instanceof Error ? new Error(`context of ${stage}: ${error.message}`) : error;
  }
}

/**
 * Otherwise a misspelled key would be ignored without a warning. The CDK's own keys contain a colon or a
 * slash.
 */
function refuseUnknownKeys(node: Node): void {
  const given: unknown = node.getAllContext();
  const known = [...Object.keys(SETTINGS), ...OTHER_KEYS];
  for (const key of Object.keys(v.parse(v.record(v.string(), v.unknown()), given))) {
    if (known.includes(key) || /[:/]/.test(key)) continue;
    throw new Error(`context: expected one of ${known.join(', ')}, got ${key}`);
  }
}
