import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { checkCustomDomain, editCustomDomain, removeCustomDomain } from '#api/page/domains.ts'
import { WHOLE_FORM } from '#app/form/form-errors.ts'
import { runAction } from '#app/failure/run-action.ts'
import { useOffline } from '#app/problems/problems.ts'
import type { CustomDomain } from '#contract/page/domains.ts'
import { shownHost } from '#contract/text/hosts.ts'
import { quiet } from '#http/client.ts'
import { toApiError } from '#http/error.ts'
import { linksPath } from '#paths.ts'
import { choose, confirm } from '#ui/dialog/confirm.tsx'
import { toast } from '#ui/notices/toast.tsx'
import { linkCountText } from './domain-state.ts'
import { storeDomain, type Domains } from './domains.ts'

const DOMAIN_SUBJECT = { subject: 'The domain' }

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
  async function runForDomain({ id }: CustomDomain, run: () => Promise<void>) {
    if (offline) {
      toast('You’re offline. Nothing was sent.', { tone: 'problem' })
      return
    }
    setBusy(id)
    await run()
    setBusy(undefined)
  }

  const check = (domain: CustomDomain) =>
    runForDomain(domain, () =>
      runAction(`check ${shownHost(domain.domain)}`, () => checkCustomDomain(domain.id, quiet), {
        ...DOMAIN_SUBJECT,
        onDone: (next) => storeDomain(domains, next),
      }),
    )

  const makeMain = (domain: CustomDomain, is_main: boolean) =>
    runForDomain(domain, () =>
      runAction(
        `change ${shownHost(domain.domain)}`,
        () => editCustomDomain(domain.id, { is_main }, quiet),
        {
          ...DOMAIN_SUBJECT,
          onDone(next) {
            storeDomain(domains, next)
            toast(
              is_main
                ? `New links begin with ${shownHost(next.domain)}`
                : 'New links use the main address',
            )
          },
        },
      ),
    )

  const remove = (domain: CustomDomain, gone: () => void) =>
    runForDomain(domain, async () => {
      if (domain.links > 0) return confirmRemoveUsed(domain, gone, inUseText(domain.links))
      const isSure = await confirm(
        'No link uses it. Addresses with it that you shared before, your page’s too, stop working; those at the main address stay. You can delete its DNS records.',
        { ...removeDialogTexts(domain), ok: 'Remove', danger: true },
      )
      if (!isSure) return undefined
      const said = await removeNow(domain, gone)
      if (said === undefined) return undefined
      await domains.refresh()
      return confirmRemoveUsed(domain, gone, said)
    })

  /**
   * Asks what to do with the links of a domain before it is removed: show them to move them one by
   * one, or let them fall back to their main addresses.
   */
  async function confirmRemoveUsed(domain: CustomDomain, gone: () => void, said: string) {
    const { domain: name, links } = domain
    const show = links > 0 ? `Show the ${linkCountText(links)}` : 'Show the links'
    const choice = await choose(
      `${said} If you remove it anyway, its links keep working at the main address; addresses with ${name} that you shared, your page’s too, stop working. Hidden links count, too.`,
      { ...removeDialogTexts(domain), ok: show, also: 'Remove anyway' },
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
      `remove ${shownHost(domain.domain)}`,
      async () => (said = await removeUnlessUsed(domain.id, links)),
      { onDone: () => said === undefined && afterRemoval(domain, gone, links) },
    )
    return said
  }

  function afterRemoval({ id, domain }: CustomDomain, gone: () => void, links?: 'main') {
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

const removeDialogTexts = ({ domain }: CustomDomain) => ({
  title: `Remove ${domain}?`,
  cancel: 'Keep the domain',
})

const inUseText = (links: number) =>
  links === 1 ? '1 link uses it.' : `${linkCountText(links)} use it.`

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
