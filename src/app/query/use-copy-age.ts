import { useState } from 'react'
import { useOffline } from '../problems/problems.ts'
import { updatedText } from '../problems/times.ts'
import { useNow } from '../problems/use-now.ts'
import type { Answer } from './use-answer.ts'

/** Part of an answer that is needed to tell its age. */
export type ShownAnswer = Pick<
  Answer<unknown>,
  'value' | 'syncedAt' | 'error' | 'failedAt' | 'refreshing' | 'refresh'
>

/** Update interval, short enough for an age in minutes. */
const CLOCK_MS = 30_000

/**
 * Returns the age of an amount as text, or null if the server confirmed it since the component was
 * mounted. Money from an old copy must be marked.
 */
export function useCopyAge({ value, syncedAt, error }: ShownAnswer): string | null {
  const offline = useOffline()
  const now = useNow(CLOCK_MS)
  const [openedAt] = useState(() => Date.now())
  if (value === undefined || syncedAt === null) return null
  const isLive = !offline && error === null && syncedAt >= openedAt
  return isLive ? null : updatedText(syncedAt, now)
}
