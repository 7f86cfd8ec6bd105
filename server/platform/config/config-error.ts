/** Invalid setting. The operator sees its message as one line. */
export class ConfigError extends Error {}
