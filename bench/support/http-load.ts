import { connect, type Socket } from 'node:net'

export type Answered = { count: number; times: number[]; lastAt: number }

type Options = {
  port: number
  connections: number
  /** Returns the path of the n-th request. */
  path: (n: number) => string
  /** Returns the host name of the n-th request. */
  host?: (n: number) => string
  /** Returns whether to stop sending. */
  isOver: (sent: number) => boolean
}

/**
 * Sends requests over several connections, one at a time on each, and counts complete answers. Load
 * generator without dependencies; its own work takes CPU time from the server that it measures.
 */
export async function sendLoad(options: Options): Promise<Answered> {
  const answered: Answered = { count: 0, times: [], lastAt: 0 }
  let sent = 0
  const host = options.host ?? (() => 'localhost')
  const next = () => (options.isOver(sent) ? null : request(options.path(sent), host(sent), sent++))
  const workers = Array.from({ length: options.connections }, () =>
    keepBusy(connect(options.port, '127.0.0.1'), next, answered),
  )
  await Promise.all(workers)
  return answered
}

function keepBusy(socket: Socket, next: () => string | null, answered: Answered): Promise<void> {
  let received = ''
  let startedAt = 0
  const send = () => {
    const message = next()
    if (message === null) return socket.end()
    startedAt = performance.now()
    return socket.write(message)
  }
  socket.setNoDelay(true)
  socket.setEncoding('latin1')
  socket.on('connect', send)
  socket.on('data', (chunk: string) => {
    received += chunk
    if (!isWhole(received)) return
    if (/^HTTP\/1\.1 (200|302) /.test(received)) {
      answered.count += 1
      answered.lastAt = Date.now()
      answered.times.push(performance.now() - startedAt)
    }
    received = ''
    send()
  })
  // A stopped or killed server closes the connection. Unanswered requests are not counted.
  socket.on('error', () => {})
  return new Promise((resolve) => socket.on('close', () => resolve()))
}

/**
 * Returns whether an answer is complete. An answer without a length, such as a redirect, has no
 * body.
 */
function isWhole(answer: string): boolean {
  const end = answer.indexOf('\r\n\r\n')
  if (end === -1) return false
  const length = /\r\ncontent-length: (\d+)/i.exec(answer.slice(0, end))?.[1] ?? 0
  return answer.length === end + 4 + Number(length)
}

function request(path: string, host: string, n: number): string {
  return [
    `GET ${path} HTTP/1.1`,
    `Host: ${host}`,
    'User-Agent: Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
    `X-Forwarded-For: 198.51.${n % 100}.${n % 250}`,
    'Referer: https://www.instagram.com/',
    'Accept: text/html',
    '\r\n',
  ].join('\r\n')
}
