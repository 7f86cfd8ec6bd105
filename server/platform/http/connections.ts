import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { addressGroup, clientAddress, isTrusted } from './client-address.ts'
import type { Deps } from '../../env.ts'

const LOG_INTERVAL_MS = 60_000

/** Last response on a connection. A property, because a map would be searched for each request. */
const LAST_RESPONSE = Symbol('last response')
type Connection = Socket & { [LAST_RESPONSE]?: ServerResponse }

/** Stores the response of a new request, which shows whether its connection is idle. */
export function noteResponse(socket: Connection, response: ServerResponse) {
  socket[LAST_RESPONSE] = response
}

const isIdle = (socket: Connection) => socket[LAST_RESPONSE]?.writableFinished === true

/**
 * Limits open connections per client address, so that one client cannot use up all of them. When
 * the limit is reached, an idle keep-alive connection of the same address is closed first, because
 * many users may share an address. Trusted proxies are exempt and should limit their own clients.
 * Each process of a server allows an equal part of the limit.
 */
export function limitPerAddress(
  server: Server,
  { config, log, siblings }: Pick<Deps, 'config' | 'log' | 'siblings'>,
) {
  const limit = Math.max(1, Math.floor(config.connectionsPerAddress / siblings.count))
  const open = new Map<string, Set<Socket>>()
  const reject = rejectAndCount(log)

  server.on('connection', (socket: Socket) => {
    const address = clientAddress(socket.remoteAddress, undefined, [])
    if (address === 'unknown' || isTrusted(address, config.trustedProxies)) return
    const group = addressGroup(address)
    const sockets = open.get(group) ?? new Set()
    if (sockets.size >= limit) {
      const idleSocket = [...sockets].find(isIdle)
      // Close before reading: a response would cost more than the request.
      if (!idleSocket) return reject(socket)
      sockets.delete(idleSocket.destroy())
    }
    open.set(group, sockets.add(socket))
    socket.once('close', () => {
      sockets.delete(socket)
      if (sockets.size === 0 && open.get(group) === sockets) open.delete(group)
    })
  })
}

/**
 * Logs the number of refused connections once per interval. An operator who forgot to list a proxy
 * in TRUSTED_PROXIES needs this.
 */
function rejectAndCount(log: Deps['log']) {
  let count = 0
  let loggedAt = 0
  return (socket: Socket) => {
    socket.destroy()
    count += 1
    if (Date.now() - loggedAt < LOG_INTERVAL_MS) return
    log.warn('connections refused: too many from one address', { count })
    loggedAt = Date.now()
    count = 0
  }
}
