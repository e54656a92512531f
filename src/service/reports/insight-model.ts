// One Converse call to an Amazon Bedrock model, whose answer must match a schema. The SDK reads the endpoint, region
// and credentials from the environment.
import { BedrockRuntimeClient, ConverseCommand, type Tool } from '@aws-sdk/client-bedrock-runtime';

const MAX_TOKENS = 3_000;
const TIMEOUT_MS = 10_000;
const TOOL = 'choose_insights';

interface InsightQuestion {
  readonly instructions: string;
  readonly text: string;
  readonly schema: Record<string, unknown>;
}

export interface InsightModel {
  readonly modelId: string;
  /** Returns the model's answer without validation. Throws if the model does not answer in time. */
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
          toolConfig: { tools: [createTool(schema)], toolChoice: { tool: { name: TOOL } } },
        }),
        { abortSignal: AbortSignal.timeout(timeoutMs) },
      );
      const used = output?.message?.content?.find(({ toolUse }) => toolUse?.name === TOOL);
      if (used?.toolUse === undefined)
        throw new Error('the model did not return an answer that matches the schema');
      return used.toolUse.input;
    },
  };
}

function createTool(schema: Record<string, unknown>): Tool {
  // The SDK's document type is JSON; a round trip through JSON guarantees it.
  return {
    toolSpec: {
      name: TOOL,
      description: 'Chooses the findings of the report.',
      inputSchema: { json: JSON.parse(JSON.stringify(schema)) },
    },
  };
}
