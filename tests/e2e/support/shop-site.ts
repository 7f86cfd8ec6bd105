import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

export type ShopSite = {
  origin: string
  /** Requests with their bodies, without those for pages. */
  sent: string[]
  stop: () => Promise<void>
}

/** Starts the site of a shop that loads the script of Split. `/wait` waits for consent. */
export async function startShopSite(split: string): Promise<ShopSite> {
  const sent: string[] = []
  const server = createServer((request, response) => {
    const answer = async () => {
      const body = await text(request)
      const { pathname } = new URL(request.url ?? '/', 'http://shop.invalid')
      if (request.method === 'POST') sent.push(`${pathname} ${decodeURIComponent(body)}`)
      response.setHeader('Content-Type', 'text/html; charset=utf-8').end(page(split, pathname))
    }
    void answer()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    sent,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const page = (split: string, path: string) => `<!doctype html>
<html lang="en"><head><title>Shop</title><link rel="icon" href="data:,">
${path === '/shopify' ? '<script>window.Shopify = {}</script>' : ''}
<script async crossorigin src="${split}/t.js" data-param="kid" data-days="30" ${path === '/wait' ? 'data-consent' : ''}></script>
</head><body>
<a href="/later">Later</a>
<a href="https://buy.stripe.com/test_lamp?locale=de">Pay</a>
<form class="checkout" method="post" action="/order"><button>Order</button></form>
<form method="post" action="/news"><button>Subscribe</button></form>
</body></html>`
