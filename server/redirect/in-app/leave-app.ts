import type { IncomingMessage } from 'node:http'
import { leftApp } from '#contract/links/in-app.ts'
import { NO_RULE } from '#contract/rules/kinds.ts'
import type { Deps } from '../../env.ts'
import type { Choice } from '../choice.ts'
import { isPerson } from '../is-person.ts'
import { headersTo, locationIn } from '../location.ts'
import type { Page } from '../pages.ts'
import { withoutOpened } from '../passed-on.ts'
import type { RequestHeaders } from '../request-headers.ts'
import { clientOf } from '../rules/client.ts'
import { wayOutOf, type WayOut } from '../rules/in-app.ts'
import type { Way } from '../rules/link-rules.ts'
import { queryIn } from '../short-url.ts'
import type { Target } from '../target.ts'
import type { AppExit } from './app-exit.ts'
import { exitPage } from './exit-page.ts'
import { createHeldOut } from './held-out.ts'
import { openedIn, openedParameter } from './opened.ts'

type Request = { req: IncomingMessage; headers: RequestHeaders; at: number }
type Visitor = { app: Parameters<typeof leftApp>[0]; wayOut: WayOut }

/**
 * Creates the functions that lead visitors inside apps to their browser. An opening is counted by
 * the first request, which is redirected to the same short link with a parameter that names the
 * opening. Inside the app, that address shows the way out. In the browser, it leads to the target
 * with the same click id, and is not counted again.
 */
export function createLeaveApp({
  config,
  salts,
  secrets,
}: Pick<Deps, 'config' | 'salts' | 'secrets'>) {
  const isHeldOut = createHeldOut({ config, salts })

  /** Returns the choice of an opening that was counted before; null for a new one. */
  function continued(target: Target, exit: AppExit, url: string, at: number): Choice | null {
    const { linkId } = target.link
    const opened = openedIn(url, { linkId, lock: exit.lock, key: secrets.signing, at })
    const way = opened && wayOfRule(target, opened.rule)
    return opened && way ? { way, rule: opened.rule, clickId: opened.clickId } : null
  }

  /**
   * Returns how to count and answer a new opening of a visitor who should leave an app; null if the
   * visitor is led to the target at once.
   */
  function leaving(exit: AppExit, { way, rule }: { way: Way; rule: string }, request: Request) {
    const { req, headers, at } = request
    const visitor = visitorIn(exit, request)
    if (!visitor || !isPerson(req, headers)) return null
    const { linkId } = way.link
    // Orders are only known for targets that get a click id, so only these are compared.
    if (way.hasClickId && isHeldOut(linkId, req, headers, at)) return null
    const query = withoutOpened(queryIn(req.url ?? ''))
    return {
      app: leftApp(visitor.app),
      headersWith: (clickId: string) => {
        const opened = openedParameter({ linkId, clickId, rule }, exit.lock, secrets.signing)
        return headersTo(`?${[...query, opened].join('&')}`)
      },
    }
  }

  return { continued, pageFor, leaving }
}

/** Returns the page that a visitor inside an app gets for a counted opening; null for others. */
function pageFor(exit: AppExit, way: Way, clickId: string, request: Request): Page | null {
  const visitor = visitorIn(exit, request)
  if (!visitor) return null
  const query = queryIn(request.req.url ?? '')
  const target = locationIn(way.headers ?? way.headersWith(clickId, query))
  return exitPage({ ...visitor, target, query })
}

/** Returns the app that a visitor can leave; undefined for any other visitor. */
function visitorIn({ kept }: AppExit, { headers }: Request): Visitor | undefined {
  const { app, system } = clientOf(headers.userAgent)
  const wayOut = app === '' || kept.includes(app) ? undefined : wayOutOf(app, system)
  return app !== '' && wayOut ? { app, wayOut } : undefined
}

/** Returns the way that a rule chose; null if the link's rules have changed since. */
function wayOfRule(target: Target, rule: string): Way | null {
  if (target.rules === null) return rule === '' ? target : null
  if (rule === NO_RULE) return target
  return target.rules.outcomes.find(({ id }) => id === rule)?.way ?? null
}
