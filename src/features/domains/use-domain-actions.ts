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
import { confirm } from '#ui/dialog/confirm.tsx'
import { toast } from '#ui/toast.tsx'
import { linkCount } from './domain-state.ts'
import { keep, type Domains } from './domains.ts'

const GONE = { subject: 'The domain' }

export type DomainActions = ReturnType<typeof useDomainActions>

/** What can be done with a domain; none of it waits for a connection. */
export function useDomainActions(domains: Domains) {
  const offline = useOffline()
  const navigate = useNavigate()
  const [busy, setBusy] = useState<number>()

  /** Runs one thing at a time for a domain, and says so while it runs. */
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
          toast(
            is_main
              ? `New links begin with ${next.domain}`
              : 'New links begin with the main address',
          )
        },
      }),
    )

  /** Who still uses it has to be moved first; one by one, where each link is edited. */
  async function showLinks({ domain, links }: CustomDomain, said: string) {
    const isWanted = await confirm(
      `${said} Choose another domain in the settings of each, or their addresses would stop working. Hidden links count, too.`,
      {
        title: `Remove ${domain}?`,
        ok: links > 0 ? `Show the ${linkCount(links)}` : 'Show the links',
        cancel: 'Keep the domain',
      },
    )
    if (isWanted) await navigate({ href: linksPath({ q: `${domain}/` }) })
  }

  const remove = (domain: CustomDomain, gone: () => void) =>
    act(domain, async () => {
      if (domain.links > 0) return showLinks(domain, inUse(domain.links))
      const isSure = await confirm(
        'No link uses it. Addresses with it that you shared before, your page’s too, stop working; those at the main address stay. Its DNS records can go.',
        {
          title: `Remove ${domain.domain}?`,
          ok: 'Remove',
          cancel: 'Keep the domain',
          danger: true,
        },
      )
      if (!isSure) return undefined
      let said: string | undefined
      await runAction(
        `remove ${domain.domain}`,
        async () => (said = await removeUnlessUsed(domain.id)),
        { done: () => said === undefined && removed(domain, gone) },
      )
      if (said === undefined) return undefined
      await domains.refresh()
      return showLinks(domain, said)
    })

  function removed({ id, domain }: CustomDomain, gone: () => void) {
    domains.set((domains.value ?? []).filter((row) => row.id !== id))
    toast(`${domain} removed`)
    gone()
  }

  return {
    busy,
    check,
    makeMain,
    remove: (domain: CustomDomain, gone = () => {}) => remove(domain, gone),
  }
}

const inUse = (links: number) => (links === 1 ? '1 link uses it.' : `${linkCount(links)} use it.`)

/** What the server says of links that stand on it by now; removed on another device is removed, too. */
async function removeUnlessUsed(id: number): Promise<string | undefined> {
  try {
    await removeCustomDomain(id, quiet)
    return undefined
  } catch (error) {
    const failure = toApiError(error)
    if (failure.status === 404) return undefined
    const said = failure.status === 400 ? failure.field(WHOLE_FORM) : undefined
    if (said === undefined) throw error
    return said
  }
}
