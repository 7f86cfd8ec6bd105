import { ConfigError } from '../../platform/config/config.ts'

/** Refusal of a part of the work, of which the rest is stored. */
export class PartlyDone extends ConfigError {}
