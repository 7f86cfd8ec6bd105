import type { SentInvitation } from '../unmasking/brand-invitations.ts'
import type { Partner } from '../unmasking/names.ts'
import type { Desk } from './desk-session.tsx'
import { may } from './people/permissions.ts'
import { Csrf } from '../../platform/html/work-document.tsx'
import { shownDay } from '../../platform/html/parts.tsx'

/** Open invitations by partner number. */
export type InvitationsByNumber = ReadonlyMap<string, SentInvitation>

type Props = { desk: Desk; partner: Partner; invitations: InvitationsByNumber }

/**
 * Shows the button to invite a partner, to withdraw the invitation, or to write a message. A brand
 * cannot see that its invitation is ignored. Shows nothing to people whose role does not allow it.
 */
export const InviteForm = ({ desk, partner, invitations }: Props) => {
  const sent = invitations.get(partner.id)
  const path = `/desk/partners/${partner.id}`
  if (!may(desk.person.role, 'POST /desk/partners/:partner/invite')) return null
  if (partner.unmaskedSince)
    return (
      <form method="post" action={`${path}/message`} class="one">
        <Csrf value={desk.csrf} />
        <button class="btn" type="submit">
          Message
        </button>
      </form>
    )
  if (sent)
    return (
      <form method="post" action={`${path}/withdraw`} class="one">
        <Csrf value={desk.csrf} />
        <span class="sub">Invited {shownDay(sent.sentAt)}</span>
        <button class="btn" type="submit" aria-label={`Cancel invitation of ${partner.id}`}>
          Cancel invitation
        </button>
      </form>
    )
  return (
    <form method="post" action={`${path}/invite`} class="one">
      <Csrf value={desk.csrf} />
      <button class="btn primary" type="submit" aria-label={`Invite ${partner.id}`}>
        Invite
      </button>
    </form>
  )
}
