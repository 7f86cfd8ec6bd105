import type { Author } from '#contract/links/history.ts'

/** Returns who made a change. */
export function authorText({ kind, name, is_you }: Author): string {
  if (is_you) return 'You'
  if (kind === 'person') return name || 'A former member'
  if (kind === 'api_key') return `API key “${name}”`
  return kind === 'operator' ? `The operator of ${name}` : name
}
