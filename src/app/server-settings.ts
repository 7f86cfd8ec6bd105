import * as v from 'valibot'
import { quiet } from '#api/http.ts'
import { serverSettings } from '#api/settings.ts'
import { STALE_AFTER_MS } from '#contract/limits.ts'
import { ServerSettings } from '#contract/session.ts'

const KEY = 'split-server-settings'

const Kept = v.object({ at: v.number(), settings: ServerSettings })
type Kept = v.InferOutput<typeof Kept>

/** What this installation offers: the copy of the last 24 hours, else the server's word (D-76). */
export async function knownSettings(): Promise<ServerSettings | null> {
  const kept = read()
  if (kept && Math.abs(Date.now() - kept.at) < STALE_AFTER_MS) return kept.settings
  try {
    const settings = await serverSettings(quiet)
    keep({ at: Date.now(), settings })
    return settings
  } catch {
    return kept?.settings ?? null
  }
}

function read(): Kept | null {
  try {
    const kept = v.safeParse(Kept, JSON.parse(localStorage.getItem(KEY) ?? ''))
    return kept.success ? kept.output : null
  } catch {
    return null
  }
}

function keep(kept: Kept): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    // Without storage the settings are asked for at every start.
  }
}
