import { useAtomValue, useStore } from 'jotai'
import { useEffect, useState } from 'react'
import { checkPush, pushAtom, turnOffPush, turnOnPush, type PushState } from '#app/push.ts'
import { Banner } from '#ui/banner.tsx'
import { Switch } from '#ui/switch.tsx'
import { toast } from '#ui/toast.tsx'
import css from './notifications-screen.module.css'

/** What stands in the way, in words; the switch is for the rest (R-471, D-80, D-83). */
const BLOCKED: Partial<Record<PushState, string>> = {
  unsupported: 'This browser cannot receive them. Chrome and Firefox can.',
  safari: 'Safari cannot receive them from us. Chrome and Firefox can.',
  denied:
    'This browser blocks notifications from this site. Allow them in its site settings, then come back.',
}

/** Messages to this browser. The browser's own question comes only for a tap on the switch. */
export function PushSwitch() {
  const store = useStore()
  const state = useAtomValue(pushAtom)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    void checkPush(store)
    const seen = () => {
      // Somebody may have been in the browser's settings.
      if (document.visibilityState === 'visible') void checkPush(store)
    }
    document.addEventListener('visibilitychange', seen)
    return () => document.removeEventListener('visibilitychange', seen)
  }, [store])

  async function change(wanted: boolean) {
    setBusy(true)
    try {
      await (wanted ? turnOnPush(store) : turnOffPush(store))
    } catch {
      toast('Not switched on. Check your connection and try again.', { tone: 'problem' })
    }
    setBusy(false)
  }

  const blocked = state && BLOCKED[state]
  if (blocked) {
    return (
      <div className={css.blocked}>
        <Banner>
          <b>Not on this device.</b> {blocked}
        </Banner>
      </div>
    )
  }
  return (
    <Switch
      label="On this device"
      help={busy ? 'One moment' : 'A message even when Split is closed.'}
      checked={state === 'on'}
      disabled={busy || state === null}
      onChange={(wanted) => void change(wanted)}
    />
  )
}
