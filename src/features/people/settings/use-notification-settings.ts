import { useRef, useState } from 'react'
import { quiet } from '#http/client.ts'
import { saveUserSettings, userSettings } from '#api/people/settings.ts'
import { explainFailure } from '#app/failure/explain-failure.ts'
import { useOffline } from '#app/problems/problems.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import type { UserSettings } from '#contract/people/session.ts'

type NotificationSettings = UserSettings['notifications']

export const NEEDS_CONNECTION = 'Saving this needs a connection. Nothing was changed.'

/** Loads the settings from the server. */
export const useSavedNotificationSettings = (more: { isSecondary?: boolean } = {}) =>
  useAnswer<NotificationSettings>(
    'notification-settings',
    async (options) => (await userSettings(options)).notifications,
    { copy: true, ...more },
  )

/**
 * Returns the notification settings. A switch changes at once and reverts if it could not be saved.
 */
export function useNotificationSettings() {
  const offline = useOffline()
  const answer = useSavedNotificationSettings()
  const [moved, setMoved] = useState<Partial<NotificationSettings>>({})
  const [refused, setRefused] = useState<string>()
  const turn = useRef(Promise.resolve())

  async function save(wanted: Partial<NotificationSettings>) {
    try {
      answer.set((await saveUserSettings({ notifications: wanted }, quiet)).notifications)
    } catch (failure) {
      const text = explainFailure(failure, 'save that')
      if (text) setRefused(text)
    }
    setMoved((now) => withoutSaved(now, wanted))
  }

  function change(wanted: Partial<NotificationSettings>) {
    if (offline) return setRefused(NEEDS_CONNECTION)
    setRefused(undefined)
    setMoved((now) => ({ ...now, ...wanted }))
    // Save one after the other, so that the last tap wins.
    turn.current = turn.current.then(() => save(wanted))
  }

  const settings = answer.value && { ...answer.value, ...moved }
  return { answer, settings, refused, change }
}

/** Returns the unsaved changes without the saved ones. Later changes of the same switch stay. */
const withoutSaved = (
  moved: Partial<NotificationSettings>,
  saved: Partial<NotificationSettings>,
): Partial<NotificationSettings> =>
  Object.fromEntries(
    Object.entries(moved).filter(
      ([name, value]) => saved[name as keyof NotificationSettings] !== value,
    ),
  )
