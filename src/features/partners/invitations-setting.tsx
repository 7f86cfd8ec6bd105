import { useEffect, useRef, useState } from 'react'
import { saveUnmaskingSettings } from '#api/partners/unmasking.ts'
import { explainFailure } from '#app/failure/explain-failure.ts'
import { useOffline } from '#app/problems/problems.ts'
import { quiet } from '#http/client.ts'
import { INVITATIONS_SETTINGS, paths } from '#paths.ts'
import { FieldError } from '#ui/fields/field-error.tsx'
import { ListLink } from '#ui/list-row.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { useUnmaskingSettings } from './connections.ts'
import css from './invitations-setting.module.css'

const NEEDS_CONNECTION = 'Saving this needs a connection. Nothing was changed.'

/**
 * Shows the switch that accepts invitations automatically. Other screens link to it by its hash.
 */
export function InvitationsSetting() {
  const section = useRef<HTMLElement>(null)
  const { checked, refused, change } = useInvitationsSetting()
  useEffect(() => {
    if (location.hash === `#${INVITATIONS_SETTINGS}`) section.current?.scrollIntoView()
  }, [])
  return (
    <section ref={section} id={INVITATIONS_SETTINGS} className={`${css.section} stack`}>
      <h2 className={css.heading}>Brand invitations</h2>
      <Switch
        label="Accept new ones automatically"
        help="A brand that invites you then sees your public name and page at once. You can remove it again."
        checked={checked}
        onChange={change}
      />
      <FieldError text={refused} />
      <ListLink className={css.link} href={paths.connections} label="Invitations and connections" />
    </section>
  )
}

/** Returns the setting. It changes at once and reverts if it could not be saved. */
function useInvitationsSetting() {
  const offline = useOffline()
  const answer = useUnmaskingSettings()
  const [wanted, setWanted] = useState<boolean>()
  const [refused, setRefused] = useState<string>()
  const queue = useRef(Promise.resolve())

  /** Saves after the previous request, so that the last tap wins. */
  async function saveAfter(before: Promise<void>, next: boolean) {
    await before
    await save(next)
  }

  async function save(unmasking_invitations: boolean) {
    try {
      answer.set(await saveUnmaskingSettings({ unmasking_invitations }, quiet))
    } catch (failure) {
      const text = explainFailure(failure, 'save that')
      if (text) setRefused(text)
    }
    // Keep a later choice.
    setWanted((now) => (now === unmasking_invitations ? undefined : now))
  }

  function change(next: boolean) {
    if (offline) return setRefused(NEEDS_CONNECTION)
    setRefused(undefined)
    setWanted(next)
    queue.current = saveAfter(queue.current, next)
  }

  return { checked: wanted ?? answer.value?.unmasking_invitations, refused, change }
}
