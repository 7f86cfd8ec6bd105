import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { checkCustomDomain, editCustomDomain, removeCustomDomain } from '#api/domains.ts'
import { WHOLE_FORM } from '#app/form/form-errors.ts'
import { runAction } from '#app/failure/run-action.ts'
import { useOffline } from '#app/problems/problems.ts'
import type { CustomDomain } from '#contract/domains.ts'
import { quiet } from '#http/client.ts'
import { toApiError } from '#http/error.ts'
import { linksPath } from '#paths.ts'
import { choose, confirm } from '#ui/dialog/confirm.tsx'
import { toast } from '#ui/toast.tsx'
import { linkCount } from './domain-state.ts'
import { keep, type Domains } from './domains.ts'

const GONE = { subject: 'The domain' }

export type DomainActions = ReturnType<typeof useDomainActions>

/**
 * Returns the actions for a domain. They are not queued offline: without a connection they are
 * refused.
 */
export function useDomainActions(domains: Domains) {
  const offline = useOffline()
  const navigate = useNavigate()
  const [busy, setBusy] = useState<number>()

  /** Runs one action and marks the domain as busy meanwhile. */
  async function act({ id }: CustomDomain, run: () => Promise<void>) {
    if (offline) {
      toast('You’re offline. Nothing was sent.', { tone: 'problem' })
      return
    }
    setBusy(id)
    await run()
    setBusy(undefined)
  }

  const check = (domain: CustomDomain) =>
    act(domain, () =>
      runAction(`check ${domain.domain}`, () => checkCustomDomain(domain.id, quiet), {
        ...GONE,
        done: (next) => keep(domains, next),
      }),
    )

  const makeMain = (domain: CustomDomain, is_main: boolean) =>
    act(domain, () =>
      runAction(`change ${domain.domain}`, () => editCustomDomain(domain.id, { is_main }, quiet), {
        ...GONE,
        done(next) {
          keep(domains, next)
          toast(is_main ? `New links begin with ${next.domain}` : 'New links use the main address')
        },
      }),
    )

  const remove = (domain: CustomDomain, gone: () => void) =>
    act(domain, async () => {
      if (domain.links > 0) return removeUsed(domain, gone, inUse(domain.links))
      const isSure = await confirm(
        'No link uses it. Addresses with it that you shared before, your page’s too, stop working; those at the main address stay. You can delete its DNS records.',
        { ...removing(domain), ok: 'Remove', danger: true },
      )
      if (!isSure) return undefined
      const said = await removeNow(domain, gone)
      if (said === undefined) return undefined
      await domains.refresh()
      return removeUsed(domain, gone, said)
    })

  /**
   * Asks what to do with the links of a domain before it is removed: show them to move them one by
   * one, or let them fall back to their main addresses.
   */
  async function removeUsed(domain: CustomDomain, gone: () => void, said: string) {
    const { domain: name, links } = domain
    const show = links > 0 ? `Show the ${linkCount(links)}` : 'Show the links'
    const choice = await choose(
      `${said} If you remove it anyway, its links keep working at the main address; addresses with ${name} that you shared, your page’s too, stop working. Hidden links count, too.`,
      { ...removing(domain), ok: show, also: 'Remove anyway' },
    )
    if (choice === 'ok') await navigate({ href: linksPath({ q: `${name}/` }) })
    if (choice === 'also') await removeNow(domain, gone, 'main')
  }

  /**
   * Removes the domain. Returns the server's message if links still use it; undefined if it is
   * removed or the request failed.
   */
  async function removeNow(domain: CustomDomain, gone: () => void, links?: 'main') {
    let said: string | undefined
    await runAction(
      `remove ${domain.domain}`,
      async () => (said = await removeUnlessUsed(domain.id, links)),
      { done: () => said === undefined && removed(domain, gone, links) },
    )
    return said
  }

  function removed({ id, domain }: CustomDomain, gone: () => void, links?: 'main') {
    domains.set((domains.value ?? []).filter((row) => row.id !== id))
    toast(
      links === undefined
        ? `${domain} removed`
        : `${domain} removed. Its links keep working at the main address.`,
    )
    gone()
  }

  return {
    busy,
    check,
    makeMain,
    remove: (domain: CustomDomain, gone = () => {}) => remove(domain, gone),
  }
}

const removing = ({ domain }: CustomDomain) => ({
  title: `Remove ${domain}?`,
  cancel: 'Keep the domain',
})

const inUse = (links: number) => (links === 1 ? '1 link uses it.' : `${linkCount(links)} use it.`)

/**
 * Returns the server's message if links use the domain by now. A domain removed on another device
 * counts as removed.
 */
async function removeUnlessUsed(id: number, links?: 'main'): Promise<string | undefined> {
  try {
    await removeCustomDomain(id, { ...quiet, links })
    return undefined
  } catch (error) {
    const failure = toApiError(error)
    if (failure.status === 404) return undefined
    const said = failure.status === 400 ? failure.field(WHOLE_FORM) : undefined
    if (said === undefined) throw error
    return said
  }
}
