import { contentFolder, KITCHEN } from '../money/content.ts'
import { signUp } from '../people.ts'
import { startTestServer } from '../test-app.ts'
import { allJobsDone } from './extraction.ts'

/** Two more brands after the one of the example. The second is archived. */
const MORE_BRANDS = `  - { key: demo, name: Demo Lamps, stores: [lamps.example], rate: 5, creator_share: 100, categories: [Beauty] }
  - { key: gone, name: Gone, stores: [gone.example], rate: 5, creator_share: 100, archived: true }
campaigns:`

/** Starts a server with three brands and a creator, for the tests of one file. */
export async function startWithBrands() {
  const server = await startTestServer()
  await server.deps.jobs.start()
  const files = contentFolder(server)
  await files.picture('kitchen.png')
  const ana = await signUp(server)
  const said = await files.apply(KITCHEN.replace('campaigns:', MORE_BRANDS))
  if (!said.endsWith('Done.')) throw new Error(said)
  await allJobsDone(server)
  return {
    server,
    files,
    ana,
    get: async <Body>(path: string): Promise<Body> => {
      const response = await ana.send('GET', path)
      if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
      return (await response.json()) as Body
    },
    brandId: async (key: string) =>
      String((await server.deps.sql`select id from brands where key = ${key}`)[0]?.['id']),
  }
}

/** Page of a list. */
export type Rows<Row> = { results: Row[]; next: string | null; count: number }
