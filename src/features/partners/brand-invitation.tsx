import { ShieldCheckIcon } from '@phosphor-icons/react/ShieldCheck'
import { useRouterState } from '@tanstack/react-router'
import { atom, useAtom, useAtomValue } from 'jotai'
import { useState } from 'react'
import { listBrandInvitations } from '#api/unmasking.ts'
import { currentView } from '#app/dialog/link-dialog-state.ts'
import { isNewcomerAtom } from '#app/facts/facts.ts'
import { useOffline } from '#app/problems/problems.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import type { BrandInvitation } from '#contract/unmasking.ts'
import { BrandLogo } from '#features/partners/brands/picture.tsx'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/dialog/modal.tsx'
import css from './brand-invitation.module.css'
import { useAnswering } from './connections.ts'
import { dismiss, isDismissed } from './invitation-cookie.ts'
import { WhoSees } from './who-sees.tsx'

/** Brought up once in a visit: whoever closes it, however, is left alone. */
const askedAtom = atom(false)

/** A brand wants to know who somebody is: said over whatever screen they are at. */
export function BrandInvitationPopup() {
  const isFree = useIsFree()
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  const [asked, setAsked] = useAtom(askedAtom)
  const isDue = isFree && !asked
  const pending = useAnswer(
    isDue ? 'pending brand invitations' : null,
    (options) => listBrandInvitations(options),
    { aside: true },
  )
  const invitation = pending.value?.find(({ id }) => !isDismissed(id))
  if (!isDue || !invitation) return null
  return <InvitationSheet key={pathname} invitation={invitation} onClose={() => setAsked(true)} />
}

/** Nothing lies over the screen, which is not one that speaks of invitations itself. */
function useIsFree(): boolean {
  const isNewcomer = useAtomValue(isNewcomerAtom)
  const isMakingLink = useAtomValue(currentView) !== undefined
  const isOpen = useRouterState({
    select: ({ location: { pathname, searchStr } }) =>
      searchStr === '' && !isQuiet(pathname) && !(isNewcomer && pathname === paths.home),
  })
  return !useOffline() && isOpen && !isMakingLink
}

const isQuiet = (pathname: string) =>
  pathname.startsWith(paths.settings) ||
  pathname === paths.partners ||
  pathname.startsWith(paths.connections)

type InvitationSheetProps = { invitation: BrandInvitation; onClose: () => void }

function InvitationSheet({ invitation, onClose }: InvitationSheetProps) {
  const { id, inviting, appearance } = invitation
  const { company_name: name, logo_url } = inviting
  const { answer } = useAnswering(() => undefined)
  const [busy, setBusy] = useState(false)
  // Something else that is open comes first; the next screen tries again.
  const [isAlone] = useState(() => document.querySelector('dialog[open]') === null)
  async function accept() {
    setBusy(true)
    const isDone = await answer(invitation, 'accept')
    setBusy(false)
    if (isDone) onClose()
  }
  function never() {
    dismiss(id)
    onClose()
  }
  if (!isAlone) return null
  return (
    <Modal
      title={`${name} wants to know who you are`}
      heading={<BrandLogo name={name} src={logo_url} size={48} />}
      onClose={onClose}
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
          <Button className={css.other} onClick={onClose}>
            Not now
          </Button>
          <Button className={css.other} onClick={never}>
            Don’t ask again
          </Button>
        </>
      }
    >
      <div className={css.sheet}>
        {/* The dialog has this name already. */}
        <p className={css.title} aria-hidden="true">
          {`${name} wants to know who you are`}
        </p>
        <p className={css.lead}>
          They see a number where your links send them visitors. If you accept, they see your public
          name and page for their own traffic, from now on.
        </p>
        <WhoSees appearance={appearance} />
        <p className={css.note}>
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
