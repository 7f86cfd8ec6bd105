import { haproxyProgram } from '#support/server/hosts/haproxy.ts'
import { leaderLost } from './leader-lost.ts'
import { missingForPatroni, PatroniCluster } from './patroni.ts'
import { secondsUntil, formatSeconds, type Finding, type World } from './world.ts'

const FAULT = 'leader killed under Patroni'
/** Addresses on which nothing else listens, because the documented ports are used. */
const HOSTS: [string, string, string] = ['127.0.0.21', '127.0.0.22', '127.0.0.23']

/**
 * Runs three machines with deploy/etcd.env and deploy/patroni.yml. The leader's machine loses
 * power, Patroni fails over, and then the machine comes back.
 */
export async function leaderKilled(world: World): Promise<Finding[]> {
  const missing = [...(haproxyProgram === undefined ? ['haproxy'] : []), ...missingForPatroni()]
  if (process.platform !== 'linux') missing.push('Linux')
  if (missing.length > 0) return [skipped(missing)]
  const cluster = await PatroniCluster.start(world, HOSTS)
  const pair = {
    places: cluster.places,
    login: 'split:choose-one',
    lose: () => cluster.killLeader(),
    promote: () => cluster.secondsUntilLed(),
  }
  const done = "all processes of the leader's machine are killed; 6 clients keep writing"
  const findings = await leaderLost(world, pair, { fault: FAULT, done })
  return [...findings, await comesBack(cluster)]
}

async function comesBack(cluster: PatroniCluster): Promise<Finding> {
  const seconds = await cluster.bringBack()
  let [one, other] = await cluster.linksOnBoth()
  // The standby may apply the last writes a moment later.
  await secondsUntil(async () => {
    ;[one, other] = await cluster.linksOnBoth()
    return one === other
  }, 10)
  return {
    fault: '',
    done: '… then the machine starts again',
    mustHold: 'it follows the new leader and has the same data',
    measured: `synchronous again after ${formatSeconds(seconds)}; ${one} links on the leader, ${other} on the standby`,
    held: seconds !== null && one === other,
  }
}

const skipped = (missing: string[]): Finding => ({
  fault: FAULT,
  done: `skipped: ${missing.join(', ')} missing`,
  mustHold: '',
  measured: 'skipped',
  held: true,
})
