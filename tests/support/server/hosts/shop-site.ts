import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import sharp from 'sharp'
import { listenLocally } from './listen.ts'

type Answer = {
  status?: number
  headers?: Record<string, string>
  body?: string | Buffer
}
type Handler = (request: IncomingMessage, response: ServerResponse) => void

export type ShopSite = {
  origin: string
  /** All received requests: method, path and headers. */
  requests: IncomingMessage[]
  paths(): (string | undefined)[]
  /** Sets the answer of a path and returns its absolute URL. */
  put(path: string, answer: Answer | Handler): string
  /** Adds a typical product page with a picture and returns its URL. */
  product(path: string, head: string): string
  stop(): Promise<void>
}

/** Starts a local website as a link target, which can misbehave in any way. */
export async function startShopSite(): Promise<ShopSite> {
  const answers = new Map<string, Answer | Handler>()
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    const answer = answers.get((request.url ?? '').split('?')[0] ?? '')
    if (typeof answer === 'function') answer(request, response)
    else send(response, answer ?? { status: 404, body: 'no such page' })
  })
  // All loopback addresses. 127.0.0.2 reaches it too, unless the client forbids it.
  const { origin, stop } = await listenLocally(server, '0.0.0.0')
  const put: ShopSite['put'] = (path, answer) => {
    answers.set(path, answer)
    return origin + path
  }
  return {
    origin,
    requests,
    paths: () => requests.map((request) => request.url),
    put,
    product: (path, head) => put(path, html(productPage(head))),
    stop,
  }
}

function send(response: ServerResponse, { status = 200, headers = {}, body = '' }: Answer) {
  response.writeHead(status, headers).end(body)
}

export const html = (body: string | Buffer, contentType = 'text/html; charset=utf-8'): Answer => ({
  headers: { 'Content-Type': contentType },
  body,
})

export const redirectTo = (location: string, status = 302): Answer => ({
  status,
  headers: { Location: location },
})

const productPage = (head: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
${head}
<script>window.dataLayer = []; document.title = '<title>not this</title>'</script>
<style>title { color: red }</style>
</head><body><header><svg><title>Cart</title></svg></header>
<main><h1>A product</h1><img src="/tracking.gif" width="1" height="1"></main></body></html>`

export type PictureOptions = {
  width?: number
  height?: number
  format?: 'jpeg' | 'png' | 'gif' | 'avif'
  /** EXIF orientation, from 1 to 8. */
  orientation?: number
}

/** Returns a picture whose left half is red and right half is blue. */
export async function picture(options: PictureOptions = {}): Promise<Buffer> {
  const { width = 600, height = 400, format = 'jpeg', orientation } = options
  const left = { create: { width: width / 2, height, channels: 3, background: '#ff0000' } } as const
  const image = sharp({ create: { width, height, channels: 3, background: '#0000ff' } }).composite([
    { input: left, left: 0, top: 0 },
  ])
  if (orientation) {
    image.withExif({ IFD0: { Artist: 'A private person' } }).withMetadata({ orientation })
  }
  return image.toFormat(format).toBuffer()
}

export const pictureAt = (body: Buffer, contentType = 'image/jpeg'): Answer => ({
  headers: { 'Content-Type': contentType },
  body,
})
