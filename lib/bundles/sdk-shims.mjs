// Replaces parts of the AWS SDK that no function uses, for the functions' bundles: streams of events and
// sockets, and the cache of discovered endpoints, which no client turns on.
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
