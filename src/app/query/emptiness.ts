import type { Emptiness } from '#live/read/use-emptiness.ts'
import type { Answer } from './use-answer.ts'

/** Returns why a `ListState` has no rows to show for an answer. */
export function emptinessOf({
  value,
  loading,
  error,
}: Pick<Answer<unknown>, 'value' | 'loading' | 'error'>): Emptiness {
  if (value !== undefined) return 'none'
  if (loading) return 'loading'
  return error ? 'failed' : 'unsaved'
}
