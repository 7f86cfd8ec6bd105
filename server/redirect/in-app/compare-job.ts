import { eq } from 'drizzle-orm'
import { leftApp, type InAppName } from '#contract/links/in-app.ts'
import { betterOf, MIN_CLICKS } from '#contract/rules/compare.ts'
import { IN_APP_NAMES } from '#contract/rules/kinds.ts'
import type { Deps } from '../../env.ts'
import { invalidateLink } from '../../links/invalidate.ts'
import { updateLink } from '../../links/update-link.ts'
import { nextChange } from '../../platform/db/changes.ts'
import { links } from '../../platform/db/schema.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'
import { notifyAppStopped } from '../../people/activity/activity.ts'

/** Number of days that are compared. */
const COMPARED_DAYS = 90

type Compared = {
  link_id: string
  user_id: string
  app: InAppName
  inside_clicks: number
  inside_orders: number
  outside_clicks: number
  outside_orders: number
}

/**
 * Stops leading visitors out of an app on links where significantly more of them order inside it.
 * An app is stopped once per link: after that, the owner decides.
 */
export async function stopWorseApps(deps: Deps): Promise<void> {
  for (const row of await comparedApps(deps)) {
    const better = betterOf([
      { id: 'inside', clicks: row.inside_clicks, orders: row.inside_orders },
      { id: 'outside', clicks: row.outside_clicks, orders: row.outside_orders },
    ])
    // oxlint-disable-next-line no-await-in-loop -- one transaction per link; there are few
    if (better === 'inside') await stopApp(deps, row)
  }
}

export const compareApps: JobHandler<'in-app-results'> = (deps) => stopWorseApps(deps)

/**
 * Returns the results of apps with enough clicks on both sides, since visitors were first shown the
 * way out. The visitors who stay inside are those of `createHeldOut`.
 */
const comparedApps = ({ sql }: Deps) => sql<Compared[]>`
  with named as (
    select name as app, out_name from unnest(${[...IN_APP_NAMES]}::text[], ${IN_APP_NAMES.map(leftApp)}::text[])
      as named (name, out_name)
  ), led as (
    select links.id, links.user_id, kept_in_app, app_stops
    from links join users on users.id = links.user_id
    where coalesce(links.open_in_browser, users.open_in_browser)
  ), outside as (
    select led.id as link_id, led.user_id, named.app, min(day) as since,
      sum(human + "unique")::int as clicks, sum(orders)::int as orders
    from led join link_facet_days on link_id = led.id and facet = 'app'
      and day > current_date - ${COMPARED_DAYS}::int
    join named on named.out_name = value
    where named.app <> all(kept_in_app)
      and not coalesce(app_stops @> jsonb_build_array(jsonb_build_object('app', named.app)), false)
    group by 1, 2, 3 having sum(human + "unique") >= ${MIN_CLICKS}
  )
  select outside.link_id, outside.user_id, outside.app,
    outside.clicks as outside_clicks, outside.orders as outside_orders,
    sum(human + "unique")::int as inside_clicks, sum(link_facet_days.orders)::int as inside_orders
  from outside join link_facet_days on link_facet_days.link_id = outside.link_id and facet = 'app'
    and value = outside.app and day >= outside.since
  group by 1, 2, 3, 4, 5 having sum(human + "unique") >= ${MIN_CLICKS}
  order by 1, 3`

const stopApp = ({ db }: Deps, row: Compared) =>
  db.transaction(async (tx) => {
    const changeSeq = await nextChange(tx, row.user_id)
    const [link] = await tx.select().from(links).where(eq(links.id, row.link_id)).for('update')
    if (!link || link.keptInApp.includes(row.app)) return
    const stop = {
      app: row.app,
      stopped_at: new Date().toISOString(),
      inside: { clicks: row.inside_clicks, orders: row.inside_orders },
      outside: { clicks: row.outside_clicks, orders: row.outside_orders },
    }
    await updateLink(tx, link, {
      keptInApp: [...link.keptInApp, row.app],
      appStops: [...(link.appStops ?? []), stop],
      changeSeq,
      updatedAt: new Date(),
    })
    await invalidateLink(tx, link)
    await notifyAppStopped(tx, link, row.app)
  })
