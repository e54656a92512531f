// One Converse call to a model of Amazon Bedrock that must answer by a schema. The endpoint, region and credentials come
// from the environment that the SDK reads.
import { BedrockRuntimeClient, ConverseCommand, type Tool } from '@aws-sdk/client-bedrock-runtime';

const MAX_TOKENS = 3_000;
const TIMEOUT_MS = 10_000;
const TOOL = 'write_insights';

export interface InsightQuestion {
  readonly instructions: string;
  readonly text: string;
  readonly schema: Record<string, unknown>;
}

export interface InsightModel {
  readonly modelId: string;
  /** The answer as the model gave it, unchecked. Throws when there is none in time. */
  ask(question: InsightQuestion): Promise<unknown>;
}

export function createInsightModel(
  modelId: string,
  client = new BedrockRuntimeClient({ maxAttempts: 1 }),
  timeoutMs = TIMEOUT_MS,
): InsightModel {
  return {
    modelId,
    async ask({ instructions, text, schema }) {
      const { output } = await client.send(
        new ConverseCommand({
          modelId,
          system: [{ text: instructions }],
          messages: [{ role: 'user', content: [{ text }] }],
          inferenceConfig: { maxTokens: MAX_TOKENS, temperature: 0 },
          toolConfig: { tools: [toolOf(schema)], toolChoice: { tool: { name: TOOL } } },
        }),
        { abortSignal: AbortSignal.timeout(timeoutMs) },
      );
      const used = output?.message?.content?.find(({ toolUse }) => toolUse?.name === TOOL);
      if (used?.toolUse === undefined) throw new Error('the model did not answer by the schema');
      return used.toolUse.input;
    },
  };
}

function toolOf(schema: Record<string, unknown>): Tool {
  // The SDK's document type is JSON; through JSON it is one beyond doubt.
  return {
    toolSpec: {
      name: TOOL,
      description: 'Writes the findings of the report.',
      inputSchema: { json: JSON.parse(JSON.stringify(schema)) },
    },
  };
}
