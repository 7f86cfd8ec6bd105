import { USED_UP, type Page } from './pages.ts'

/** Start, click limit and password of a link that has at least one of them. */
export type Limits = {
  /** Milliseconds since 1970; before this time the link is not open. */
  startsAt: number
  hasMaxClicks: boolean
  /** Response once no place is left. */
  usedUp: Page
  /** Set when the last place was taken. An edit of the link creates a new target. */
  isUsedUp: boolean
  passwordHash: string | null
}

/** Columns of a link in the query of targets. */
export type LimitRow = {
  /** Milliseconds since 1970. */
  starts_at: number | null
  max_clicks: number | null
  password_hash: string | null
}

/** Returns the limits of a link, or null if it has none. `fallback`: response after the end. */
export function limitsOf(row: LimitRow, fallback: Page | null): Limits | null {
  const { starts_at, max_clicks, password_hash } = row
  if (starts_at === null && max_clicks === null && password_hash === null) return null
  return {
    startsAt: starts_at ?? -Infinity,
    hasMaxClicks: max_clicks !== null,
    usedUp: fallback ?? USED_UP,
    isUsedUp: false,
    passwordHash: password_hash,
  }
}
