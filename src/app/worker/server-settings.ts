import * as v from 'valibot'
import { quiet } from '#http/client.ts'
import { serverSettings } from '#api/people/settings.ts'
import { STALE_AFTER_MS } from '#contract/limits.ts'
import { ServerSettings } from '#contract/people/session.ts'

const KEY = 'split-server-settings'

const StoredSettings = v.object({ at: v.number(), settings: ServerSettings })
type StoredSettings = v.InferOutput<typeof StoredSettings>

/**
 * Returns the settings of this installation: a copy of the last 24 hours, or the server's answer.
 */
export async function cachedSettings(): Promise<ServerSettings | null> {
  const stored = read()
  if (stored && Math.abs(Date.now() - stored.at) < STALE_AFTER_MS) return stored.settings
  try {
    const settings = await serverSettings(quiet)
    keep({ at: Date.now(), settings })
    return settings
  } catch {
    return stored?.settings ?? null
  }
}

function read(): StoredSettings | null {
  try {
    const kept = v.safeParse(StoredSettings, JSON.parse(localStorage.getItem(KEY) ?? ''))
    return kept.success ? kept.output : null
  } catch {
    return null
  }
}

function keep(kept: StoredSettings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    // Without storage the settings are requested at every start.
  }
}
