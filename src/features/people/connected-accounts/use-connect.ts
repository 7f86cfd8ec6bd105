import { useOffline } from '#app/problems/problems.ts'
import { PROVIDER_TITLES, type ConnectedTypeName } from '#contract/people/connected-accounts.ts'
import type { ServerSettings } from '#contract/people/session.ts'
import { toast } from '#ui/notices/toast.tsx'
import { startConnecting } from './authorize.ts'

export const NOT_SENT = 'You’re offline. Nothing was sent.'

/** Returns a function that opens the provider's page, or shows why it cannot. */
export function useConnectAccount() {
  const offline = useOffline()
  return (
    type: ConnectedTypeName,
    login: ServerSettings['login'],
    options: { onboarding?: boolean } = {},
  ): void => {
    if (offline) toast(NOT_SENT, { tone: 'problem' })
    else if (!startConnecting(type, login, options))
      toast(`This browser keeps nothing, which connecting ${PROVIDER_TITLES[type]} needs.`, {
        tone: 'problem',
      })
  }
}
