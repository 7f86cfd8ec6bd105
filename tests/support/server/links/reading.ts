import { afterAll } from 'vitest'
import { startShopSite } from '../hosts/shop-site.ts'
import { addLink } from '../links.ts'
import { signUp } from '../people.ts'
import { startTestServer } from '../test-app.ts'
import { waitForPage } from './extraction.ts'

/** Starts a server that reads pages, a site to read and a creator, for the tests of one file. */
export async function startReading() {
  const server = await startTestServer()
  await server.deps.jobs.start()
  const site = await startShopSite()
  afterAll(() => site.stop())
  const ana = await signUp(server)
  return {
    server,
    site,
    ana,
    /** Adds a link and waits until its page was read. */
    extracted: async (url: string) => waitForPage(ana, await addLink(ana, url)),
  }
}
