import { useState } from 'react'
import { percent } from '#app/formats.ts'
import { dayText } from '#app/problems/times.ts'
import type { BrandInvitation } from '#contract/partners/unmasking.ts'
import { BrandLogo } from '#features/partners/brands/picture.tsx'
import { Button } from '#ui/button.tsx'
import css from './invitation-card.module.css'
import { VisibleIdentity } from './who-sees.tsx'

type InvitationCardProps = {
  invitation: BrandInvitation
  answer: (invitation: BrandInvitation, said: 'accept' | 'ignore') => Promise<unknown>
}

/** Shows an invitation of a brand. An ignored one can still be accepted. */
export function InvitationCard({ invitation, answer }: InvitationCardProps) {
  const { inviting, status, created_at, appearance } = invitation
  const { company_name: name, logo_url, commission_percentage: rate } = inviting
  const [busy, setBusy] = useState<'accept' | 'ignore'>()
  async function sendAnswer(choice: 'accept' | 'ignore') {
    setBusy(choice)
    await answer(invitation, choice)
    setBusy(undefined)
  }
  return (
    <li className={`${css.card} stack`}>
      <div className={css.head}>
        <BrandLogo name={name} src={logo_url} />
        <div className={css.words}>
          <h3 className={css.name}>{name}</h3>
          <p className="hint">{whenText(created_at)}</p>
        </div>
        {rate > 0 && (
          <b className={css.rate}>
            <span className="vh">You earn </span>
            <span>{percent(rate)}</span>
          </b>
        )}
      </div>
      <VisibleIdentity appearance={appearance} />
      <div className={css.actions}>
        {status === 'pending' && (
          <Button
            size="md"
            busy={busy === 'ignore'}
            disabled={busy !== undefined}
            aria-label={`Ignore ${name}`}
            onClick={() => void sendAnswer('ignore')}
          >
            Ignore
          </Button>
        )}
        <Button
          size="md"
          variant="primary"
          busy={busy === 'accept'}
          disabled={busy !== undefined}
          aria-label={`Accept ${name}`}
          onClick={() => void sendAnswer('accept')}
        >
          Accept
        </Button>
      </div>
    </li>
  )
}

function whenText(moment: string): string {
  const at = new Date(moment)
  const isToday = at.toDateString() === new Date().toDateString()
  return isToday ? 'Invited you today' : `Invited you on ${dayText(at.getTime())}`
}
