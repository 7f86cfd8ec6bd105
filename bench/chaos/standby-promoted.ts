import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { haproxyProgram } from '#support/server/hosts/haproxy.ts'
import { leaderLost } from './leader-lost.ts'
import { Postgres } from './postgres.ts'
import type { Finding, World } from './world.ts'

const FAULT = 'standby promoted under load'
/** Separate addresses, because the proxy checks both on the same port. */
const HOSTS: [string, string] = ['127.0.0.11', '127.0.0.12']
const PATRONI_PORT = 8008
/** Time without a leader in ms. Patroni's ttl would be 20 s. */
const LEADERLESS_MS = 5000

/**
 * Promotes a standby by hand, with a stub in place of Patroni. leader-killed.ts uses the real one.
 */
export async function standbyPromoted(world: World): Promise<Finding[]> {
  if (haproxyProgram === undefined || process.platform !== 'linux') return [SKIPPED]
  const { leader, standby } = await Postgres.pair(world, HOSTS)
  const first = await answerAsPatroni(world, HOSTS[0], true)
  const second = await answerAsPatroni(world, HOSTS[1], false)
  const pair = {
    places: [leader.place, standby.place] satisfies [string, string],
    login: 'split',
    lose: () => {
      first.isLeader = false
      return leader.powerOff()
    },
    promote: async () => {
      await sleep(LEADERLESS_MS)
      await standby.promote()
      second.isLeader = true
    },
  }
  const done = `the leader is killed, its standby leads after ${LEADERLESS_MS / 1000} s; 6 clients keep writing`
  return leaderLost(world, pair, { fault: FAULT, done })
}

const SKIPPED: Finding = {
  fault: FAULT,
  done: 'skipped: needs HAProxy, and Linux for several loopback addresses',
  mustHold: '',
  measured: 'skipped',
  held: true,
}

/** Answers the proxy's health check like Patroni. */
async function answerAsPatroni(world: World, host: string, isLeader: boolean) {
  const state = { isLeader }
  const server = createServer((_, response) => {
    response.writeHead(state.isLeader ? 200 : 503).end()
  })
  await once(server.listen(PATRONI_PORT, host), 'listening')
  world.onClose(() => {
    server.close()
    server.closeAllConnections()
  })
  return state
}
