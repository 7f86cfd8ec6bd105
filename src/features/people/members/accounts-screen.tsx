import { useState } from 'react'
import { leaveAccount } from '#api/people/members.ts'
import { refreshAccounts, switchAccount } from '#app/accounts/accounts.ts'
import { runAction } from '#app/failure/run-action.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import { Screen } from '#app/shell/screen/screen.tsx'
import { forgetAccount, type KnownAccount } from '#live/acting.ts'
import { discardChanges, waitingChanges } from '#live/outbox/other-outboxes.ts'
import { currentAccount, helpedAccounts, readOwnSession } from '#live/signed-in.ts'
import { quiet } from '#http/client.ts'
import { dropMirror } from '#mirror/store/current.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { Tag } from '#ui/chip.tsx'
import { confirm } from '#ui/dialog/confirm.tsx'
import { accessText } from './access-text.ts'
import css from './members.module.css'

const nameOf = ({ name, email }: KnownAccount) => name || email

/** Lists the accounts that the person helps with, and switches between them. */
export function AccountsScreen() {
  const answer = useAnswer('accounts', refreshAccounts)
  const accounts = answer.value ?? helpedAccounts()
  const active = currentAccount()
  const refresh = () => void answer.refresh()
  return (
    <Screen title="Accounts" freshness={answer} back={paths.more} narrow>
      <ul aria-label="Accounts">
        <li className={css.row}>
          <span className={css.who}>
            <b>Your own account</b>
          </span>
          <Switcher isActive={!active} name="your own account" choose={() => switchAccount(null)} />
        </li>
        {accounts.map((account) =>
          account.isLost ? (
            <LostAccount key={account.id} account={account} done={refresh} />
          ) : (
            <li key={account.id} className={css.row}>
              <span className={css.who}>
                <b translate="no">{nameOf(account)}</b>
                <span className="hint">{accessText(account.access)}</span>
              </span>
              <span className={css.actions}>
                <Switcher
                  isActive={active?.id === account.id}
                  name={nameOf(account)}
                  choose={() => switchAccount(account.id)}
                />
                <Button
                  size="sm"
                  variant="quiet"
                  aria-label={`Leave ${nameOf(account)}`}
                  onClick={() => void leave(account, refresh)}
                >
                  Leave
                </Button>
              </span>
            </li>
          ),
        )}
      </ul>
      {accounts.length === 0 && !answer.loading && (
        <p className={css.lead}>
          You don’t help with other accounts. Their owners can invite you by email.
        </p>
      )}
    </Screen>
  )
}

type SwitcherProps = { isActive: boolean; name: string; choose: () => void }

const Switcher = ({ isActive, name, choose }: SwitcherProps) =>
  isActive ? (
    <Tag>In use</Tag>
  ) : (
    <Button size="sm" aria-label={`Switch to ${name}`} onClick={choose}>
      Switch
    </Button>
  )

type LostAccountProps = { account: KnownAccount; done: () => void }

/** Shows an account to which the access ended, with the changes that were not sent. */
function LostAccount({ account, done }: LostAccountProps) {
  const answer = useAnswer(`waiting ${account.id}`, () => waitingChanges(account.id))
  const changes = answer.value ?? []
  const [busy, setBusy] = useState(false)

  async function discard() {
    setBusy(true)
    await discardChanges(account.id).catch(() => undefined)
    await dropMirror(account.id)
    forgetAccount(readOwnSession()?.uuid ?? '', account.id)
    done()
  }
  return (
    <li className={css.row}>
      <span className={css.who}>
        <b translate="no">{nameOf(account)}</b>
        <span className="hint">You no longer have access.</span>
        {changes.length > 0 && (
          <>
            <span className="hint">These changes were not sent:</span>
            {changes.map(({ key, title }) => (
              <span key={key}>{title}</span>
            ))}
          </>
        )}
      </span>
      <Button
        size="sm"
        busy={busy}
        aria-label={`Remove ${nameOf(account)} from this device`}
        onClick={() => void discard()}
      >
        {changes.length > 0 ? 'Discard changes' : 'Remove'}
      </Button>
    </li>
  )
}

/** Ends the person's own access after a confirmation. */
async function leave(account: KnownAccount, done: () => void): Promise<void> {
  const isSure = await confirm('Only the owner can let you in again.', {
    title: `Leave ${nameOf(account)}?`,
    ok: 'Leave',
    cancel: 'Stay',
    danger: true,
  })
  if (!isSure) return
  await runAction('leave the account', () => leaveAccount(account.id, quiet))
  done()
}
