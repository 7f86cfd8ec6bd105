import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, toApiError } from '#api/error.ts'
import { quiet } from '#api/http.ts'
import { saveUserSettings, userSettings } from '#api/settings.ts'
import { useOffline } from '#app/problems/problems.ts'
import type { UserSettings } from '#contract/session.ts'
import { explainFailure } from '#features/links/failure.ts'
import { useCopy } from '#mirror/copies.ts'

type Wishes = UserSettings['notifications']

export const NEEDS_CONNECTION = 'Saving this needs a connection. Nothing was changed.'

/** What a person wants to be told. A switch moves at once, and back when it could not be saved. */
export function useNotificationSettings() {
  const offline = useOffline()
  const [known, keep] = useCopy<Wishes>('notification-settings')
  const [moved, setMoved] = useState<Partial<Wishes>>({})
  const [error, setError] = useState<ApiError | null>(null)
  const [refused, setRefused] = useState<string>()
  const turn = useRef(Promise.resolve())

  const load = useCallback(async () => {
    try {
      keep((await userSettings(quiet)).notifications)
      setError(null)
    } catch (failure) {
      setError(toApiError(failure))
    }
  }, [keep])
  useEffect(() => {
    // Again when the connection is back.
    if (!offline) void Promise.resolve().then(load)
  }, [load, offline])

  async function save(wanted: Partial<Wishes>) {
    try {
      keep((await saveUserSettings({ notifications: wanted }, quiet)).notifications)
    } catch (failure) {
      const text = explainFailure(failure, 'save that')
      if (text) setRefused(text)
    }
    setMoved((now) => without(now, wanted))
  }

  function change(wanted: Partial<Wishes>) {
    if (offline) return setRefused(NEEDS_CONNECTION)
    setRefused(undefined)
    setMoved((now) => ({ ...now, ...wanted }))
    // One after the other, so that the last tap is the last word.
    turn.current = turn.current.then(() => save(wanted))
  }

  const settings = known ? { ...known, ...moved } : undefined
  // Until the copy has been looked for, nothing has failed.
  const failure = known === undefined ? null : (error ?? (offline ? new ApiError('unknown') : null))
  return { settings, error: failure, refused, change, again: () => void load() }
}

/** A later tap on the same switch stands. */
const without = (moved: Partial<Wishes>, saved: Partial<Wishes>): Partial<Wishes> =>
  Object.fromEntries(
    Object.entries(moved).filter(([name, value]) => saved[name as keyof Wishes] !== value),
  )
