import { sql } from 'drizzle-orm'

/** Returns the time of the database that many days ago, as SQL. */
export const daysAgo = (days: number) => sql`now() - make_interval(days => ${days})`
