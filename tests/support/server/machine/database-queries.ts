import type { Client } from 'pg'
import { openClient, type DbAddress } from '../../../../server/platform/db/client.ts'

export const emailsIn = (url: string): Promise<string[]> =>
  onClient({ url }, async (client) => {
    const { rows } = await client.query<{ email: string }>('select email from users')
    return rows.map(({ email }) => email)
  })

export const encodingOf = (address: DbAddress) =>
  onClient(address, async (client) => {
    const { rows } = await client.query<{ encoding: string }>(
      'select pg_encoding_to_char(encoding) as encoding from pg_database where datname = current_database()',
    )
    return rows[0]?.encoding
  })

export async function onClient<Result>(
  address: DbAddress,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = openClient(address)
  await client.connect()
  return work(client).finally(() => client.end())
}
