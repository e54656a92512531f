// The arguments of a tool.

/** Arguments as the model sent them; the API checks their values. */
export type Args = Readonly<Record<string, unknown>>;
