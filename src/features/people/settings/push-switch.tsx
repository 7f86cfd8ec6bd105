import { APP_NAME } from '#contract/app-constants.ts'
import { useAtomValue, useStore } from 'jotai'
import { useEffect, useState } from 'react'
import {
  checkPush,
  pushAtom,
  unsupportedReason,
  turnOffPush,
  turnOnPush,
  type PushState,
} from '#app/worker/push.ts'
import { useOffline } from '#app/problems/problems.ts'
import { Banner } from '#ui/notices/banner.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import css from './notifications-screen.module.css'
import { NEEDS_CONNECTION } from './use-notification-settings.ts'

/** Reasons for which the browser cannot receive notifications, shown instead of the switch. */
const BLOCKED: Partial<Record<PushState, string>> = {
  unsupported: 'This browser cannot receive them. Chrome and Firefox can.',
  safari: 'Safari cannot receive them from us. Chrome and Firefox can.',
  denied:
    'This browser blocks notifications from this site. Allow them in its site settings, then come back.',
}

/**
 * Shows the switch for notifications in this browser. The browser only asks for permission when it
 * is pressed.
 */
export function PushSwitch() {
  const store = useStore()
  const state = useAtomValue(pushAtom)
  const offline = useOffline()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string>()
  useEffect(() => {
    void checkPush(store)
    const seen = () => {
      // The permission may have been changed in the browser's settings.
      if (document.visibilityState === 'visible') void checkPush(store)
    }
    document.addEventListener('visibilitychange', seen)
    return () => document.removeEventListener('visibilitychange', seen)
  }, [store])

  async function change(wanted: boolean) {
    // Turning off works offline: the subscription ends at once, and the server is informed later.
    if (wanted && offline) return setRefused(NEEDS_CONNECTION)
    setRefused(undefined)
    setBusy(true)
    try {
      await (wanted ? turnOnPush(store) : turnOffPush(store))
    } catch {
      setRefused(`Not switched ${wanted ? 'on' : 'off'}. Check your connection and try again.`)
    }
    setBusy(false)
  }

  // The browser's support and permission are known at once. Only the subscription takes time.
  const known = state ?? unsupportedReason() ?? Notification.permission
  const blocked = known !== 'granted' && BLOCKED[known]
  if (blocked) {
    return (
      <div className={css.blocked}>
        <Banner>
          <b>Not on this device.</b>
          <span>{` ${blocked}`}</span>
        </Banner>
      </div>
    )
  }
  return (
    <>
      <Switch
        label="On this device"
        help={busy ? 'One moment' : `A message even when ${APP_NAME} is closed.`}
        checked={state === null ? undefined : state === 'on'}
        disabled={busy}
        onChange={(wanted) => void change(wanted)}
      />
      <FieldError text={refused} />
    </>
  )
}
