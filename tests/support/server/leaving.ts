import { eq } from 'drizzle-orm'
import { leavers } from '../../../server/platform/db/schema.ts'
import { purgeDue } from '../../../server/operator/leaving/purge.ts'
import type { Person } from './people.ts'
import { PASSWORD } from './people.ts'
import type { TestServer } from './test-app.ts'

export const DELETION = '/v2/my/profile/deletion/'

type Answered = {
  status: number
  body: { result?: { deletion_at: string }; errors?: Record<string, string[]> }
}

export async function askToLeave(person: Person, body: object = {}): Promise<Answered> {
  const answer = await person.send('POST', DELETION, { password: PASSWORD, ...body })
  return { status: answer.status, body: (await answer.json()) as Answered['body'] }
}

/** Requests the deletion of the account and ends its 30 days of waiting. */
export async function leaveAccount(
  server: TestServer,
  person: Person,
  body: object = {},
): Promise<void> {
  const { status, body: answer } = await askToLeave(person, body)
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(answer)}`)
  await passDays(server, person)
}

export const passDays = ({ deps }: TestServer, { uuid }: Pick<Person, 'uuid'>) =>
  deps.db
    .update(leavers)
    .set({ deletionAt: new Date(Date.now() - 1000) })
    .where(eq(leavers.userId, uuid))

export const purge = (server: TestServer) => purgeDue(server.deps, new AbortController().signal)

export async function leaverOf({ deps }: TestServer, { uuid }: Pick<Person, 'uuid'>) {
  const [row] = await deps.db.select().from(leavers).where(eq(leavers.userId, uuid))
  return row
}

/** Returns all columns of the database that contain this text, as `table.column`. */
export async function placesOf({ deps }: TestServer, text: string): Promise<string[]> {
  const columns = await deps.sql<{ table: string; column: string }[]>`
    select table_name as "table", column_name as "column" from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and data_type in ('text', 'uuid', 'jsonb', 'ARRAY')`
  const found: string[] = []
  for (const { table, column } of columns) {
    const { rowCount } = await deps.pool.query(
      `select 1 from "${table}" where "${column}"::text ilike $1 limit 1`,
      [`%${text}%`],
    )
    if (rowCount) found.push(`${table}.${column}`)
  }
  return found.sort()
}
