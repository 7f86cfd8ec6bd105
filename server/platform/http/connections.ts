import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { addressGroup, clientAddress, isTrusted } from './client-address.ts'
import type { Deps } from '../../env.ts'

const SAID_EVERY_MS = 60_000

/**
 * One address opens so many connections at a time and no more, so that it cannot take all of them from
 * everybody else. Behind one address may be a whole town: one that has had its answer, and is only
 * kept in case, makes room first. Proxies bring many people, and are asked to count them.
 */
export function limitPerAddress(server: Server, { config, log }: Pick<Deps, 'config' | 'log'>) {
  const open = new Map<string, Set<Socket>>()
  const answers = new WeakMap<Socket, ServerResponse>()
  const isIdle = (socket: Socket) => answers.get(socket)?.writableFinished === true
  const turnedAway = counted(log)

  server.on('request', ({ socket }: IncomingMessage, response) => answers.set(socket, response))
  server.on('connection', (socket: Socket) => {
    const address = clientAddress(socket.remoteAddress, undefined, [])
    if (address === 'unknown' || isTrusted(address, config.trustedProxies)) return
    const group = addressGroup(address)
    const sockets = open.get(group) ?? new Set()
    if (sockets.size >= config.connectionsPerAddress) {
      const spare = [...sockets].find(isIdle)
      // Before a byte is read: an answer would cost more than the question.
      if (!spare) return turnedAway(socket)
      sockets.delete(spare.destroy())
    }
    open.set(group, sockets.add(socket))
    socket.once('close', () => {
      sockets.delete(socket)
      if (sockets.size === 0 && open.get(group) === sockets) open.delete(group)
    })
  })
}

/** Says how many, now and then: an operator whose proxy is not named in the settings has to know. */
function counted(log: Deps['log']) {
  let count = 0
  let saidAt = 0
  return (socket: Socket) => {
    socket.destroy()
    count += 1
    if (Date.now() - saidAt < SAID_EVERY_MS) return
    log.warn('connections turned away: too many of one address', { count })
    saidAt = Date.now()
    count = 0
  }
}
