/** Choices of whether a link leads visitors inside apps to their browser. */
export const CHOICES = [
  { value: 'default', label: 'Default' },
  { value: 'on', label: 'On' },
  { value: 'off', label: 'Off' },
] as const

export type InAppChoice = (typeof CHOICES)[number]['value']

/** Returns the choice for a value of `open_in_browser`, which is null for the default. */
export function choiceOf(value: boolean | null): InAppChoice {
  if (value === null) return 'default'
  return value ? 'on' : 'off'
}

export const valueOf = (choice: InAppChoice): boolean | null =>
  choice === 'default' ? null : choice === 'on'
