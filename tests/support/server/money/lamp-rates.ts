import { creatorRate } from '../../../../server/links/brands/rates.ts'
import { ratesOf } from '../../../../server/money/conversions/rates.ts'
import { brands } from '../../../../server/platform/db/schema.ts'
import { listed } from '../activity.ts'
import { allJobsDone } from '../links/extraction.ts'
import type { Person } from '../people.ts'
import type { TestServer } from '../test-app.ts'
import { contentFolder } from './content.ts'
import { DAY_MS } from './conversions.ts'

/** Pattern of a day in a notification. */
export const DAY = /\w+ \d+, \d{4}/.source

/** Returns a content file with the rates of the brand Lamps. */
export const terms = (rate: number, share = 80, more = '') =>
  `brands: [{ key: lamps, name: Lamps, stores: [lamps.example], rate: ${rate}, creator_share: ${share}${more} }]`

/** Creates a content folder. Returns functions that set and read the rates of the brand Lamps. */
export function lampRates(server: TestServer) {
  const files = contentFolder(server)
  return {
    /** Applies a content file. Returns the output of the command. */
    apply: async (yaml: string) => {
      const output = await files.apply(yaml)
      await allJobsDone(server)
      return output
    },
    /** Returns the notifications about the brand, newest first. */
    toldOf: async (person: Person) => {
      const { notifications } = await listed(person, 'special/rendered')
      return notifications.map(({ text }) => text).filter((text) => text.startsWith('Lamps'))
    },
    /** Returns the creator's percentage of a sale that is clicked and ordered in some days. */
    paid: async (category: string, isNewCustomer: boolean, days: number) => {
      const { db } = server.deps
      const [brand] = await db.select().from(brands)
      if (!brand) throw new Error('no brand')
      const at = new Date(Date.now() + days * DAY_MS)
      const rates = await ratesOf(db, brand)
      return creatorRate(rates({ category, isNewCustomer }, at, at)) / 100
    },
    /** Simulates that a number of days has passed for the rates. */
    passDays: (days: number) => server.deps.sql`
      update brand_rates set starts_at = starts_at - make_interval(days => ${days})`,
  }
}
