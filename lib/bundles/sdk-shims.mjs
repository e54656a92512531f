// Parts of the AWS SDK that no function uses, for the functions' bundles: streams of events and sockets, by which no operation
// here sends or receives, and the cache of discovered endpoints, which no client here turns on.
const unchanged = (config) => config;
const noPlugin = () => ({ applyToStack: () => undefined });

export {
  noPlugin as getEventStreamPlugin,
  noPlugin as getWebSocketPlugin,
  unchanged as resolveEventStreamConfig,
  unchanged as resolveEventStreamSerdeConfig,
  unchanged as resolveWebSocketConfig,
};
export const eventStreamPayloadHandlerProvider = () => undefined;
export const eventStreamSerdeProvider = () => undefined;
export class EndpointCache {}
