import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ShortLink } from '#contract/links/short-link.ts'
import { addLink, readLink } from '#support/server/links.ts'
import type { Person } from '#support/server/people.ts'
import { html, startShopSite } from '#support/server/hosts/shop-site.ts'
import { Postgres } from './postgres.ts'
import { isRunning, isHealthy, secondsUntil, formatSeconds } from './world.ts'
import type { Finding, World } from './world.ts'
import { isComplete, formatCheck } from './writers.ts'
import { clickFinding, clicksCounted, startUserLoad, wroteWithin } from './load.ts'

const AWAY_MS = 12_000
/** Limit in ms for an answer. A client would not wait longer. */
const SLOWEST_MS = 15_000

/** Stops an external PostgreSQL under load and starts it again after a while. */
export async function databaseGone(world: World): Promise<Finding[]> {
  const postgres = await Postgres.start(world)
  const site = await startShopSite()
  world.onClose(() => site.stop())
  const server = await world.server({ DATA_DIR: world.folder(), DATABASE_URL: postgres.url })
  const load = await startUserLoad(server)
  const { ana, links, writers } = load
  await sleep(1000)
  // The database is stopped while this page is being read.
  const page = '<title>Read meanwhile</title>'
  const reading = new Promise<ServerResponse>((asked) => {
    site.put('/slow', (_, response) => asked(response))
  })
  const slow = await addLink(ana, `${site.origin}/slow`)
  const answer = await reading
  await postgres.end('SIGINT')
  answer.writeHead(200, { 'Content-Type': 'text/html' }).end(page)
  // A repeated job requests the page again.
  site.put('/slow', html(page))
  await sleep(AWAY_MS)
  const hurt = isRunning(server)
  await postgres.start()
  const back = await secondsUntil(() => isHealthy(server))
  const jobs = await secondsUntil(() => isNamed(ana, slow, 'Read meanwhile'))
  const fresh = await addLink(ana, site.product('/fresh', '<title>After it</title>'))
  const newJobs = await secondsUntil(() => isNamed(ana, fresh, 'After it'))
  const clicked = await load.stop()
  const now = await clicksCounted(async () => postgres.address, clicked.answered + links.length)
  const checked = await writers.check()
  const fault = `PostgreSQL away for ${AWAY_MS / 1000} s`
  return [
    {
      fault,
      done: 'API: 6 clients keep writing',
      mustHold:
        'the server keeps running; fast 503 with retry_after; no acknowledged write is lost',
      measured: `${writers.tally()}, slowest ${formatSeconds(writers.slowestMs / 1000)}; ${formatCheck(checked)}; recovered in ${formatSeconds(back)}`,
      held:
        hurt && back !== null && isComplete(checked) && wroteWithin(server, writers, SLOWEST_MS),
    },
    clickFinding(clicked, now, links.length),
    {
      fault: '',
      done: 'jobs: one running at the fault, one added later',
      mustHold: 'both finish without intervention',
      measured: `the first after ${formatSeconds(jobs)}, the second after ${formatSeconds(newJobs)}`,
      held: jobs !== null && newJobs !== null,
    },
  ]
}

async function isNamed(person: Person, link: ShortLink, name: string) {
  const now = await readLink(person, link)
  return now.name === name && now.meta_extraction_progress === 100
}
