/** One environment variable, for docs/configuration.md. */
export type Setting = {
  name: string
  /** Value when the variable is not set, as an operator would write it; empty if there is none. */
  default: string
  /** Unit of a number, or the kind of value. */
  unit: string
  example: string
  meaning: string
}

/** Settings of one subject. */
export type SettingGroup = { title: string; note?: string; settings: readonly Setting[] }

/** Builds a setting. */
export const setting = (
  name: string,
  [unit, byDefault, example]: readonly [unit: string, byDefault: string, example: string],
  meaning: string,
): Setting => ({ name, unit, default: byDefault, example, meaning })
