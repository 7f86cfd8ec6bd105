import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Minimal pages with which starts of the app are compared. */
export type BarePages = {
  origin: string
  /** Sets what `/first` loads: this many bytes of script, and this answer. */
  weigh(scriptBytes: number, data: string): void
  close(): Promise<void>
}

const ROWS = 18
const html = (script: string) =>
  `<!doctype html><meta name="viewport" content="width=device-width"><title>Bare</title><ul></ul>${script}`

const DRAW = `function draw(names) {
  document.querySelector('ul').innerHTML = names.map((name) => '<li data-link-row>' + name).join('')
}`

const FIRST = html(`<script src="/weight.js"></script><script>${DRAW}
fetch('/data').then((answer) => answer.json()).then(({ results }) => draw(results.slice(0, ${ROWS}).map(({ name }) => name)))
</script>`)

const OPEN = `function openStore(then) {
  const request = indexedDB.open('bare', 1)
  request.onupgradeneeded = () => request.result.createObjectStore('rows', { keyPath: 'n' })
  request.onsuccess = () => then(request.result)
}`

const SECOND = html(`<script>${DRAW}${OPEN}
openStore((db) => {
  const read = db.transaction('rows').objectStore('rows').getAll(null, ${ROWS})
  read.onsuccess = () => {
    if (read.result.length > 0) draw(read.result.map(({ name }) => name))
    else fill(db)
  }
})
async function fill(db) {
  const rows = db.transaction('rows', 'readwrite').objectStore('rows')
  for (let n = 0; n < 10000; n++) rows.put({ n, name: 'Lamp ' + n })
  await navigator.serviceWorker.register('/worker.js')
  await navigator.serviceWorker.ready
  document.title = 'Filled'
}
</script>`)

const WORKER = `
addEventListener('install', (event) => event.waitUntil(caches.open('bare').then((cache) => cache.add('/second'))))
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('fetch', (event) => event.respondWith(caches.match(event.request).then((cached) => cached || fetch(event.request))))`

export async function servePages(): Promise<BarePages> {
  let weight = ''
  let data = '{"results":[]}'
  const server = createServer((request, response) => {
    const [body, type] = answerTo(request.url ?? '')
    response.writeHead(200, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) })
    response.end(body)
  })
  function answerTo(path: string): [body: string, type: string] {
    if (path === '/weight.js') return [weight, 'text/javascript']
    if (path === '/worker.js') return [WORKER, 'text/javascript']
    if (path === '/data') return [data, 'application/json']
    return [path === '/second' ? SECOND : FIRST, 'text/html']
  }
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://localhost:${port}`,
    weigh(scriptBytes, answer) {
      // Random text does not compress, so its length is the number of bytes sent.
      weight = `//${randomBytes(scriptBytes)
        .toString('latin1')
        .replaceAll(/[^!-~]/g, 'x')
        .slice(0, scriptBytes)}`
      data = answer
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
