import type { Emptiness } from '#live/read/use-emptiness.ts'
import type { Answer } from './use-answer.ts'

/** Why an answer gives a `ListState` no rows. */
export function emptinessOf({
  value,
  loading,
  error,
}: Pick<Answer<unknown>, 'value' | 'loading' | 'error'>): Emptiness {
  if (value !== undefined) return 'none'
  if (loading) return 'loading'
  return error ? 'failed' : 'unsaved'
}
