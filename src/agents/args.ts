// The arguments of a tool.

/** As a model sent them: the API checks what they hold. */
export type Args = Readonly<Record<string, unknown>>;
