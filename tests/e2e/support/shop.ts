import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import sharp from 'sharp'

export type Shop = {
  origin: string
  /** Returns the address of a product page with this title, a picture and Open Graph data. */
  product: (title: string) => string
  /** Returns the address of a page with this title and links to things at another shop. */
  list: (title: string, things: string[]) => string
  /** Requests to product pages, from visitors' browsers or from the server. */
  visits: string[]
  /** Lets product pages wait for this promise, to simulate a slow extraction. */
  hold: (until: Promise<unknown> | undefined) => void
  stop: () => Promise<void>
}

/** Starts a small shop on this machine as a target for links. */
export async function startShop(): Promise<Shop> {
  const picture = await sharp({
    create: { width: 900, height: 600, channels: 3, background: '#c9d8c5' },
  })
    .jpeg()
    .toBuffer()
  const visits: string[] = []
  const lists = new Map<string, string>()
  let wait: Promise<unknown> | undefined
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://shop.invalid')
    if (url.pathname === '/picture.jpg') {
      response.setHeader('Content-Type', 'image/jpeg').end(picture)
      return
    }
    const listed = lists.get(url.pathname)
    if (listed !== undefined) {
      response.setHeader('Content-Type', 'text/html; charset=utf-8').end(listed)
      return
    }
    if (!url.pathname.startsWith('/product/')) {
      response.writeHead(404).end()
      return
    }
    visits.push(url.pathname + url.search)
    void (wait ?? Promise.resolve()).then(() =>
      productPage(response, decodeURIComponent(url.pathname.slice(9))),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const origin = `http://127.0.0.1:${address.port}`
  return {
    origin,
    visits,
    product: (title) => `${origin}/product/${encodeURIComponent(title)}`,
    list(title, things) {
      const path = `/list/${lists.size}`
      lists.set(path, listPage(title, things))
      return origin + path
    },
    hold: (until) => (wait = until),
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function productPage(response: ServerResponse, title: string) {
  response.setHeader('Content-Type', 'text/html; charset=utf-8').end(`<!doctype html>
<title>${escape(title)} | Shop</title>
<meta property="og:title" content="${escape(title)}">
<meta property="og:image" content="/picture.jpg">
<h1>${escape(title)}</h1>`)
}

const listPage = (title: string, things: string[]) => `<!doctype html>
<title>${escape(title)}</title>
<h1>${escape(title)}</h1>
<ul>${things.map(listItem).join('')}</ul>`

const listItem = (name: string) =>
  `<li><a href="https://things.example/${encodeURIComponent(name)}">${escape(name)}</a></li>`

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
