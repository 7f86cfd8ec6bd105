import { ShieldCheckIcon } from '@phosphor-icons/react/ShieldCheck'
import { useRouterState } from '@tanstack/react-router'
import { useAtom, useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useState } from 'react'
import { listBrandInvitations } from '#api/partners/unmasking.ts'
import { currentView } from '#app/dialog/link-dialog-state.ts'
import { isNewcomerAtom } from '#app/facts/facts.ts'
import { useOffline } from '#app/problems/problems.ts'
import {
  followedLinksAtom,
  mayInvite,
  putOff,
  rememberShown,
  shownAtAtom,
} from '#app/session/invitation-visit.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import type { BrandInvitation } from '#contract/partners/unmasking.ts'
import { BrandLogo } from '#features/partners/brands/picture.tsx'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/dialog/modal.tsx'
import css from './brand-invitation.module.css'
import { useConnectionActions } from './connections.ts'
import { dismiss, isDismissed } from './invitation-cookie.ts'
import { VisibleIdentity } from './who-sees.tsx'

/** Shows an invitation of a brand as a sheet, at most once per visit. */
export function BrandInvitationPopup() {
  const mayOpen = useMayOpen()
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  const [shownAt, setShownAt] = useAtom(shownAtAtom)
  // A followed link changes what `mayInvite` reads from the storage.
  useAtomValue(followedLinksAtom)
  // Leaving the screen closes the sheet for this visit.
  useEffect(() => {
    if (shownAt !== null && shownAt !== pathname) setShownAt('')
  }, [shownAt, pathname, setShownAt])
  const isDue = mayOpen && (shownAt === null ? mayInvite() : shownAt === pathname)
  const pending = useAnswer(
    isDue ? 'pending brand invitations' : null,
    (options) => listBrandInvitations(options),
    { isSecondary: true },
  )
  const invitation = pending.value?.find(({ id }) => !isDismissed(id))
  if (!isDue || !invitation) return null
  return (
    <InvitationSheet
      key={pathname}
      invitation={invitation}
      onOpen={() => setShownAt(pathname)}
      onClose={() => setShownAt('')}
    />
  )
}

/**
 * Returns whether a sheet may open here: not while paying out, during the first steps or on a
 * screen about invitations.
 */
function useMayOpen(): boolean {
  const isNewcomer = useAtomValue(isNewcomerAtom)
  const isMakingLink = useAtomValue(currentView) !== undefined
  const isOpen = useRouterState({
    select: ({ location: { pathname, searchStr } }) =>
      searchStr === '' && !isQuiet(pathname) && !(isNewcomer && pathname === paths.home),
  })
  return !useOffline() && isOpen && !isMakingLink
}

const isQuiet = (pathname: string) =>
  [paths.settings, paths.wallet, paths.redeem, paths.firstPage].some((path) =>
    pathname.startsWith(path),
  ) ||
  pathname === paths.partners ||
  pathname.startsWith(paths.connections)

type InvitationSheetProps = {
  invitation: BrandInvitation
  onOpen: () => void
  onClose: () => void
}

function InvitationSheet({ invitation, onOpen, onClose }: InvitationSheetProps) {
  const { id, inviting, appearance } = invitation
  const { company_name: name, logo_url } = inviting
  const { answer } = useConnectionActions(() => undefined)
  const [busy, setBusy] = useState(false)
  // Another open dialog has priority. The next screen tries again.
  const [isAlone] = useState(() => document.querySelector('dialog[open]') === null)
  const opened = useEffectEvent(onOpen)
  useEffect(() => {
    if (!isAlone) return
    rememberShown()
    opened()
  }, [isAlone])
  async function accept() {
    setBusy(true)
    const isDone = await answer(invitation, 'accept')
    setBusy(false)
    if (isDone) onClose()
  }
  function postpone() {
    putOff()
    onClose()
  }
  function dismissForever() {
    dismiss(id)
    onClose()
  }
  if (!isAlone) return null
  return (
    <Modal
      title={`${name} wants to know who you are`}
      heading={<BrandLogo name={name} src={logo_url} size={48} />}
      onClose={postpone}
      footer={
        <>
          <Button
            variant="primary"
            size="lg"
            className={css.accept}
            busy={busy}
            onClick={() => void accept()}
          >
            Accept
          </Button>
          <Button className={css.other} onClick={postpone}>
            Not now
          </Button>
          <Button className={css.other} onClick={dismissForever}>
            Don’t ask again
          </Button>
        </>
      }
    >
      <div className={`${css.sheet} stack`}>
        {/* The dialog already announces this title. */}
        <p className={css.title} aria-hidden="true">
          {`${name} wants to know who you are`}
        </p>
        <p className={css.lead}>
          They see a number where your links send them visitors. If you accept, they see your public
          name and page for their own traffic, from now on.
        </p>
        <VisibleIdentity appearance={appearance} />
        <p className={`${css.note} hint`}>
          <ShieldCheckIcon size={18} aria-hidden />
          <span>
            Never your email, other brands or your earnings. Undo it any time in Partners,
            Connections.
          </span>
        </p>
      </div>
    </Modal>
  )
}
