import { startMessageServer } from '#support/server/hosts/message-server.ts'

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
  const { origin, stop } = await startMessageServer((response) => {
    response
      .setHeader('Content-Type', 'text/html; charset=utf-8')
      .end(
        `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Somebody’s blog</title><h1>My kitchen</h1>${page}`,
      )
  })
  return { origin, stop, show: (html) => (page = html) }
}
