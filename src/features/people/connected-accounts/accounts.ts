import {
  editConnectedAccount,
  listConnectedAccounts,
  removeConnectedAccount,
} from '#api/people/connected-accounts.ts'
import { serverSettings } from '#api/people/settings.ts'
import { runAction } from '#app/failure/run-action.ts'
import { useAnswer, type Answer } from '#app/query/use-answer.ts'
import {
  CONNECTED_TYPES,
  PROVIDER_TITLES,
  type ConnectedAccount,
  type ConnectedTypeName,
} from '#contract/people/connected-accounts.ts'
import type { ServerSettings } from '#contract/people/session.ts'
import { quiet } from '#http/client.ts'
import { toApiError } from '#http/error.ts'
import { confirm } from '#ui/dialog/confirm.tsx'
import { toast } from '#ui/notices/toast.tsx'

export const useConnectedAccounts = (): Answer<ConnectedAccount[]> =>
  useAnswer('connected accounts', listConnectedAccounts, { copy: true, isSecondary: true })

/**
 * Returns the Instagram account to read from, null if there is none, or undefined while loading.
 */
export function useInstagramAccount(): ConnectedAccount | null | undefined {
  const { value, loading } = useConnectedAccounts()
  if (!value) return loading ? undefined : null
  return value.find(isReadable) ?? null
}

const isReadable = ({ account_type, is_active }: ConnectedAccount) =>
  account_type === CONNECTED_TYPES.instagram && is_active

/** Returns the providers that this server can connect, or undefined while loading. */
export const useLogin = (): ServerSettings['login'] | undefined =>
  useAnswer('server settings', serverSettings, { copy: true, isSecondary: true }).value?.login

export const nameOfType = (type: ConnectedAccount['account_type']): ConnectedTypeName =>
  type === CONNECTED_TYPES.facebook ? 'facebook' : 'instagram'

export const titleOf = ({ account_type }: ConnectedAccount) =>
  PROVIDER_TITLES[nameOfType(account_type)]

const STAYS =
  'Its access and its copy of the profile picture are deleted. Photos that you chose from it stay.'
const WHAT_ENDS: Record<ConnectedTypeName, string> = {
  instagram: `${STAYS} Instagram lists this app until you remove it there.`,
  facebook: 'Its copy of the profile picture is deleted, and Facebook is told to end the access.',
}

/** Disconnects an account after a confirmation. Returns whether it was disconnected. */
export async function disconnect(account: ConnectedAccount): Promise<boolean> {
  const { id, account_name: name } = account
  const isSure = await confirm(WHAT_ENDS[nameOfType(account.account_type)], {
    title: `Disconnect ${name}?`,
    ok: 'Disconnect',
    cancel: 'Keep it',
    danger: true,
  })
  if (!isSure) return false
  let isGone = false
  await runAction(`disconnect ${name}`, () => removeUnlessGone(id), {
    onDone: () => (isGone = true),
  })
  if (isGone) toast(`${name} is disconnected`)
  return isGone
}

/** Treats an account that was disconnected on another device as disconnected. */
async function removeUnlessGone(id: number): Promise<void> {
  try {
    await removeConnectedAccount(id, quiet)
  } catch (error) {
    if (toApiError(error).status !== 404) throw error
  }
}

export async function setActive({ id, account_name: name }: ConnectedAccount, is_active: boolean) {
  await runAction(
    `turn ${name} ${is_active ? 'on' : 'off'}`,
    () => editConnectedAccount(id, { is_active }, quiet),
    { subject: 'The account', onDone: () => toast(`${name} is ${is_active ? 'on' : 'off'}`) },
  )
}
