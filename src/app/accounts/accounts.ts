import { listAccounts } from '#api/people/members.ts'
import { onFailure } from '#http/call-listeners.ts'
import { quiet } from '#http/client.ts'
import { flushDrafts } from '#live/drafts/drafts.ts'
import { saveAccounts, setActing, type KnownAccount } from '#live/acting.ts'
import { currentAccount, helpedAccounts, readOwnSession } from '#live/signed-in.ts'
import { dropMirror } from '#mirror/store/current.ts'
import { paths } from '#paths.ts'
import { goTo } from '../worker/reload.ts'

/**
 * Acts for another account, or for the person's own with null, and loads the app again. Every
 * account has its own mirror and outbox on this device.
 */
export function switchAccount(id: string | null, path: string = paths.links): void {
  const person = readOwnSession()?.uuid
  if (!person) return
  flushDrafts()
  setActing(person, id)
  goTo(path)
}

/**
 * Loads the accounts that the person may help with. Deletes the rows of accounts to which the access
 * ended or changed, because they may contain numbers that are hidden now. Changes that wait for
 * them stay. Leaves the account of this tab if its access ended.
 */
export async function refreshAccounts(): Promise<KnownAccount[]> {
  const person = readOwnSession()?.uuid
  if (!person) return []
  const active = currentAccount()
  const before = helpedAccounts()
  const after = saveAccounts(person, await listAccounts(quiet))
  const changed = before.filter((one) => signature(one) !== signatureIn(after, one.id))
  await Promise.all(changed.map(({ id }) => dropMirror(id)))
  if (active && changed.some(({ id }) => id === active.id)) {
    if (currentAccount()?.isLost) switchAccount(null, paths.accounts)
    else location.reload()
  }
  return after
}

const signature = ({ access, isLost = false }: KnownAccount) => `${access.join()} ${isLost}`
const signatureIn = (accounts: KnownAccount[], id: string) => {
  const found = accounts.find((one) => one.id === id)
  return found && signature(found)
}

const REFUSED = 403

const refresh = () => void refreshAccounts().catch(() => undefined)

/** Keeps the list up to date for people who help with accounts. */
export function followAccounts(): void {
  if (helpedAccounts().length === 0) return
  onFailure(({ status }) => status === REFUSED && refresh())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') refresh()
  })
  refresh()
}
