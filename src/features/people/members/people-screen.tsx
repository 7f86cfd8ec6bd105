import { UserPlusIcon } from '@phosphor-icons/react/UserPlus'
import { useState } from 'react'
import {
  listMembers,
  removeMember,
  resendInvitation,
  withdrawInvitation,
} from '#api/people/members.ts'
import { runAction } from '#app/failure/run-action.ts'
import { ListState } from '#app/list-state.tsx'
import { emptinessOf } from '#app/query/emptiness.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import { Screen } from '#app/shell/screen/screen.tsx'
import type { Member, MemberInvitation } from '#contract/people/members.ts'
import { RowsSkeleton } from '#features/people/developers/rows-skeleton.tsx'
import { quiet } from '#http/client.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/dialog/confirm.tsx'
import { ListButton } from '#ui/list-row.tsx'
import { toast } from '#ui/notices/toast.tsx'
import { AccessDialog } from './access-dialog.tsx'
import { accessText } from './access-text.ts'
import { AccountChanges } from './account-changes.tsx'
import css from './members.module.css'

/** Lists the people with access to the account and the open invitations. */
export function PeopleScreen() {
  const answer = useAnswer('members', listMembers, { copy: true })
  const [open, setOpen] = useState<Member | 'new'>()
  const { results, invitations = [] } = answer.value ?? {}
  const refresh = () => void answer.refresh()
  return (
    <Screen title="People with access" freshness={answer} back={paths.settings} narrow>
      <p className={css.lead}>
        Let others help with your account, without your password. Only you can redeem money, and
        change sign-in and payout settings.
      </p>
      <ListState
        what="people"
        rows={results}
        emptiness={emptinessOf({ ...answer, value: results })}
        list={answer}
        loading={<RowsSkeleton label="Loading people" />}
        empty={<p className={css.lead}>Nobody else has access.</p>}
      >
        {(rows) => (
          <ul className={css.rows} aria-label="People with access">
            {rows.map((member) => (
              <li key={member.id}>
                <ListButton
                  opens
                  label={member.name || member.email}
                  help={accessText(member.access)}
                  onClick={() => setOpen(member)}
                />
              </li>
            ))}
          </ul>
        )}
      </ListState>
      <div className={css.bar}>
        <Button icon={UserPlusIcon} onClick={() => setOpen('new')}>
          Invite a person
        </Button>
      </div>
      {invitations.length > 0 && (
        <section className={css.section} aria-labelledby="invitations">
          <h2 id="invitations">Invitations</h2>
          <ul aria-label="Invitations">
            {invitations.map((one) => (
              <Invitation key={one.id} invitation={one} done={refresh} />
            ))}
          </ul>
        </section>
      )}
      <AccountChanges />
      {open && (
        <AccessDialog
          {...(open !== 'new' && {
            member: open,
            onRemove: () => void remove(open, refresh, () => setOpen(undefined)),
          })}
          onSaved={refresh}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Screen>
  )
}

type InvitationProps = { invitation: MemberInvitation; done: () => void }

function Invitation({ invitation, done }: InvitationProps) {
  const { id, email, access, is_expired: isExpired } = invitation
  async function resend() {
    await runAction('send the invitation', () => resendInvitation(id, quiet), {
      onDone: () => toast('Invitation sent.'),
    })
    done()
  }
  async function withdraw() {
    await runAction('withdraw the invitation', () => withdrawInvitation(id, quiet))
    done()
  }
  return (
    <li className={css.row}>
      <span className={css.who}>
        <span translate="no">{email}</span>
        <span className="hint">{isExpired ? 'Expired' : accessText(access)}</span>
      </span>
      <span className={css.actions}>
        <Button size="sm" aria-label={`Send again to ${email}`} onClick={() => void resend()}>
          Send again
        </Button>
        <Button
          size="sm"
          variant="quiet"
          aria-label={`Withdraw from ${email}`}
          onClick={() => void withdraw()}
        >
          Withdraw
        </Button>
      </span>
    </li>
  )
}

/** Removes a member after a confirmation. */
async function remove(member: Member, done: () => void, close: () => void): Promise<void> {
  const name = member.name || member.email
  const isSure = await confirm('They lose access at once. What they changed stays.', {
    title: `Remove ${name}?`,
    ok: 'Remove access',
    cancel: 'Keep access',
    danger: true,
  })
  if (!isSure) return
  await runAction(`remove ${name}`, () => removeMember(member.id, quiet), {
    onDone() {
      toast(`${name} has no access now.`)
      close()
    },
  })
  done()
}
