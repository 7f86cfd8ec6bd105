import { useRouter, useSearch, type AnyRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { addByCode } from '#api/people/connected-accounts.ts'
import { runAction } from '#app/failure/run-action.ts'
import { PROVIDER_TITLES, type ConnectedTypeName } from '#contract/people/connected-accounts.ts'
import { quiet } from '#http/client.ts'
import type { ShellSearch } from '#paths.ts'
import { toast } from '#ui/notices/toast.tsx'
import { callbackUrl, ONBOARDING_HASH, takeNonce } from './authorize.ts'

/** Nonce that was handled already, so that further renders do not handle it again. */
let handledNonce: string | undefined

/** Handles the return from a provider's page and removes its parameters from the address. */
export function ConnectionReturn() {
  const search: ShellSearch = useSearch({ strict: false })
  const router = useRouter()
  const take = useEffectEvent(() => {
    if (search.nonce === undefined || search.nonce === handledNonce) return
    handledNonce = search.nonce
    void finish(search, router)
  })
  useEffect(() => take(), [])
  return null
}

async function finish(search: ShellSearch, router: AnyRouter): Promise<void> {
  const { nonce = '', code, error } = search
  const type = typeOf(search.type)
  const isOurs = takeNonce(nonce)
  await rewrite(router, {})
  if (type === undefined) return
  const title = PROVIDER_TITLES[type]
  // An attacker's code would connect the attacker's account to this user.
  if (!isOurs)
    return void toast(`This wasn’t started in this tab, so nothing was connected. Try again.`, {
      tone: 'problem',
    })
  if (code === undefined)
    return void toast(
      error === 'access_denied' ? `${title} was not connected.` : `${title} didn’t connect.`,
      { tone: 'problem' },
    )
  const takeBack = toast(`Connecting ${title}`, { tone: 'info' })
  const sent = { code, redirect_uri: callbackUrl(type) }
  await runAction(`connect ${title}`, () => addByCode(type, sent, quiet), {
    onDone: ({ id }) => void rewrite(router, { connected: String(id) }),
  })
  // After a failure, its own message has already replaced this one.
  takeBack()
}

/**
 * Removes the returned parameters from the address. Keeps the onboarding hash, drops those that
 * providers add.
 */
const rewrite = (router: AnyRouter, next: ShellSearch) =>
  router.navigate({
    to: '.',
    replace: true,
    resetScroll: false,
    hash: (hash: string) => (hash === ONBOARDING_HASH ? hash : ''),
    search: (current: object) => ({
      ...current,
      nonce: undefined,
      code: undefined,
      type: undefined,
      error: undefined,
      ...next,
    }),
  } as never)

const typeOf = (text: string | undefined): ConnectedTypeName | undefined =>
  text === 'instagram' || text === 'facebook' ? text : undefined
