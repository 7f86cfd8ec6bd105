import { useState } from 'react'
import { useOffline } from '../problems/problems.ts'
import { updatedText } from '../problems/times.ts'
import { useNow } from '../problems/use-now.ts'
import type { Answer } from './use-answer.ts'

/** As much of an answer as tells how old it is. */
export type ShownAnswer = Pick<
  Answer<unknown>,
  'value' | 'syncedAt' | 'error' | 'failedAt' | 'refreshing' | 'refresh'
>

/** As often as an age in minutes changes. */
const CLOCK_MS = 30_000

/**
 * How old a sum is, in words, unless the server said it since this part of the screen was opened: money
 * from a copy must not look like money that is there.
 */
export function useCopyAge({ value, syncedAt, error }: ShownAnswer): string | null {
  const offline = useOffline()
  const now = useNow(CLOCK_MS)
  const [openedAt] = useState(() => Date.now())
  if (value === undefined || syncedAt === null) return null
  const isLive = !offline && error === null && syncedAt >= openedAt
  return isLive ? null : updatedText(syncedAt, now)
}
