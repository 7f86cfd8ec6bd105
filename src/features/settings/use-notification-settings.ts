import { useCallback, useEffect, useState } from 'react'
import { toApiError, type ApiError } from '#api/error.ts'
import { quiet } from '#api/http.ts'
import { saveUserSettings, userSettings } from '#api/settings.ts'
import type { UserSettings } from '#contract/session.ts'
import { toast } from '#ui/toast.tsx'

type Wishes = UserSettings['notifications']

/** What a person wants to be told. A switch moves at once, and back when it could not be saved. */
export function useNotificationSettings() {
  const [settings, setSettings] = useState<Wishes>()
  const [error, setError] = useState<ApiError | null>(null)

  const load = useCallback(
    () =>
      userSettings(quiet).then(
        ({ notifications }) => setSettings(notifications),
        (failure: unknown) => setError(toApiError(failure)),
      ),
    [],
  )
  useEffect(() => void load(), [load])

  function again() {
    setError(null)
    void load()
  }

  function change(wanted: Partial<Wishes>) {
    const before = settings
    setSettings((now) => now && { ...now, ...wanted })
    saveUserSettings({ notifications: wanted }, quiet).then(
      ({ notifications }) => setSettings(notifications),
      () => {
        setSettings(before)
        toast('Not saved. Check your connection.', { tone: 'problem' })
      },
    )
  }

  return { settings, error, change, again }
}
