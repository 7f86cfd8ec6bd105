/** A setting that cannot work. Its message is the one line the operator sees. */
export class ConfigError extends Error {}
