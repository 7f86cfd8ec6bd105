import type { Analytics, AnalyticsRequest } from '#contract/analytics.ts'
import {
  foldOrder,
  type OrderDifference,
} from '../../../../server/redirect/analytics/fold-order.ts'
import type { Person } from '../people.ts'
import type { TestServer } from '../test-app.ts'

export const ANALYTICS = '/v2/my/analytics/my_links/'

/** Returns the analytics of a person's links. */
export async function analytics(person: Person, body: AnalyticsRequest = {}): Promise<Analytics> {
  const response = await person.send('POST', ANALYTICS, { page_size: 500, ...body })
  if (response.status !== 200) throw new Error(`no analytics: ${await response.text()}`)
  return (await response.json()) as Analytics
}

/** Adds an order to the analytics, as a shop's API call does. */
export const order = (
  server: TestServer,
  { uuid }: Pick<Person, 'uuid'>,
  changes: Partial<OrderDifference> = {},
) =>
  server.deps.db.transaction((tx) =>
    foldOrder(tx, {
      userId: uuid,
      linkId: null,
      at: new Date(),
      orders: 1,
      revenueCents: 10_000,
      commissionCents: 1000,
      referrer: '',
      device: '',
      country: '',
      facets: '',
      ...changes,
    }),
  )

/** Changes the person's time zone and waits for the job that applies it. */
export async function changeTimeZone(
  server: TestServer,
  person: Person,
  timeZone: string,
): Promise<void> {
  const { jobs, sql } = server.deps
  await person.send('PUT', '/v2/my/analytics/time_zone/', { time_zone: timeZone })
  await jobs.start()
  for (;;) {
    const [row] = await sql<{ time_zone: string | null }[]>`
      select time_zone from users where id = ${person.uuid}`
    if (row?.time_zone === timeZone) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
