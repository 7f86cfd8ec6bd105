import { FacebookLogoIcon } from '@phosphor-icons/react/FacebookLogo'
import { InstagramLogoIcon } from '@phosphor-icons/react/InstagramLogo'
import { useEffect, useRef } from 'react'
import { AnswerList } from '#app/answer-list.tsx'
import { useDialogParam } from '#app/dialog/use-dialog-param.ts'
import { useOffline } from '#app/problems/problems.ts'
import {
  PROVIDER_TITLES,
  type ConnectedAccount,
  type ConnectedTypeName,
} from '#contract/people/connected-accounts.ts'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import { toast } from '#ui/notices/toast.tsx'
import { AccountRow } from './account-row.tsx'
import { disconnect, setActive, useConnectedAccounts, useLogin } from './accounts.ts'
import { isSetUp } from './authorize.ts'
import css from './connected-accounts.module.css'
import { notSetUp } from './not-set-up.ts'
import { NOT_SENT, useConnectAccount } from './use-connect.ts'

/** Lists the connected accounts and the buttons that connect more. */
export function ConnectedAccounts() {
  const accounts = useConnectedAccounts()
  const offline = useOffline()
  const box = useRef<HTMLDivElement>(null)
  const focusAfter = useFocusAfter(box)

  async function change(run: () => Promise<unknown>) {
    if (offline) {
      toast(NOT_SENT, { tone: 'problem' })
      return
    }
    await run()
    // Reload after a failure too, because the account may have changed elsewhere.
    await accounts.refresh()
  }
  async function end(account: ConnectedAccount) {
    if (await disconnect(account)) focusAfter()
  }

  return (
    <div ref={box} className={`${css.box} stack`} tabIndex={-1}>
      <AnswerList
        what="connected accounts"
        rows={accounts.value}
        answer={accounts}
        loading={<AccountsSkeleton />}
        empty={null}
      >
        {(rows) => (
          <ul className={`${css.accounts} stack`} aria-label="Connected accounts">
            {rows.map((account) => (
              <AccountRow
                key={account.id}
                account={account}
                disconnect={() => void change(() => end(account))}
                setActive={(isActive) => void change(() => setActive(account, isActive))}
              />
            ))}
          </ul>
        )}
      </AnswerList>
      <WaysToConnect />
    </div>
  )
}

/** Moves the focus to the list after the focused row was removed. */
function useFocusAfter(box: React.RefObject<HTMLDivElement | null>) {
  const isLost = useRef(false)
  useEffect(() => {
    if (!isLost.current || document.activeElement !== document.body) return
    isLost.current = false
    box.current?.focus()
  })
  return () => void (isLost.current = true)
}

const ICONS = { instagram: InstagramLogoIcon, facebook: FacebookLogoIcon }
const TYPES: ConnectedTypeName[] = ['instagram', 'facebook']

function WaysToConnect() {
  const login = useLogin()
  const connect = useConnectAccount()
  const social = useDialogParam('social')
  if (!login) return null
  const [ready, missing] = [
    TYPES.filter((type) => isSetUp(type, login)),
    TYPES.filter((type) => !isSetUp(type, login)),
  ]
  return (
    <>
      {ready.length > 0 && (
        <>
          <p className="hint">
            When you add a picture you can choose one that you posted. Nothing is ever posted for
            you.
          </p>
          <div className={css.ways}>
            {ready.map((type) => (
              <Button key={type} icon={ICONS[type]} onClick={() => connect(type, login)}>
                {`Connect ${PROVIDER_TITLES[type]}`}
              </Button>
            ))}
          </div>
        </>
      )}
      {missing.map((type) => (
        <p key={type} className="hint">
          {notSetUp(type)}
        </p>
      ))}
      {missing.includes('instagram') && (
        <div className={css.ways}>
          <Button icon={InstagramLogoIcon} onClick={() => social.open('instagram')}>
            Add your handle by hand
          </Button>
        </div>
      )}
    </>
  )
}

const AccountsSkeleton = () => (
  <div
    className={`${css.accounts} stack`}
    role="status"
    aria-label="Loading your connected accounts"
  >
    <Skeleton height={44} radius={12} />
  </div>
)
