import { once } from 'node:events'
import { createServer } from 'node:http'

export type ForeignSite = {
  origin: string
  /** Replaces the content of the page. */
  show: (html: string) => void
  stop: () => Promise<void>
}

/**
 * Starts a website with another origin than the app. Its page has only the HTML passed to `show`.
 */
export async function startForeignSite(): Promise<ForeignSite> {
  let page = ''
  const server = createServer((_, response) => {
    response
      .setHeader('Content-Type', 'text/html; charset=utf-8')
      .end(
        `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Somebody’s blog</title><h1>My kitchen</h1>${page}`,
      )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    show: (html) => (page = html),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
