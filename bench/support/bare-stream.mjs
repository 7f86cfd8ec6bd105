// Minimal Node server that sends events to many clients, for comparison.
import { createServer } from 'node:http'

const streams = new Map()
let lastId = 0

function open(who, request, response) {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' })
  response.write('event: ready\ndata: {}\n\n')
  streams.set(who, response)
  request.on('close', () => streams.delete(who))
}

function tell(who, request, response) {
  let body = ''
  request.on('data', (chunk) => (body += chunk))
  request.on('end', () => {
    const to = who === null ? [...streams.values()] : [streams.get(who)]
    for (const stream of to) stream?.write(`id: ${++lastId}\nevent: message\ndata: ${body}\n\n`)
    response.end('{}')
  })
}

createServer((request, response) => {
  const url = new URL(request.url, 'http://localhost')
  const who = url.searchParams.get('who')
  if (url.pathname === '/events') open(who, request, response)
  else tell(who, request, response)
}).listen(Number(process.env.PORT), '127.0.0.1')
