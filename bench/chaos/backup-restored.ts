import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { signUp, type Person } from '#support/server/people.ts'
import { runProcess, startProcess, type Process } from '#support/server/processes/process.ts'
import { toInit } from '#support/server/test-app.ts'
import { Postgres } from './postgres.ts'
import { clickLinks, makeLinks } from './redirects.ts'
import { Uploads } from './uploads.ts'
import { totalsAgree, countedClicks, isRunning, secondsUntil, formatSeconds } from './world.ts'
import type { Finding, World } from './world.ts'
import { isComplete, formatCheck, Writers } from './writers.ts'

const LOADED_MS = 2000

/**
 * Makes a backup under load, after a first attempt was killed, and then loses the machine. Restores
 * it into an empty PostgreSQL and folder, after two attempts were killed: one while writing rows,
 * one while writing files.
 */
export async function backupRestored(world: World): Promise<Finding[]> {
  const path = join(world.folder(), 'split.backup')
  const from = await Postgres.start(world)
  const env = { DATA_DIR: world.folder(), DATABASE_URL: from.url }
  const server = await world.server(env)
  const ana = await signUp(server)
  const links = await makeLinks(ana)
  const [writers, uploads] = [new Writers(server.origin, ana), new Uploads(server.origin, ana)]
  let isOver = false
  const over = () => isOver
  const load = Promise.all([writers.write(6, over), uploads.send(over)])
  const clicking = clickLinks(server, links, over)
  await sleep(LOADED_MS)
  const killed = await killOperator(env, ['backup', path], () => existsSync(`${path}.part`))
  const isNone = !existsSync(path)
  const kept = { names: writers.acknowledged(), pictures: [...uploads.accepted] }
  const startedAt = performance.now()
  const { code, err } = await operate(env, 'backup', path)
  const took = (performance.now() - startedAt) / 1000
  await sleep(LOADED_MS)
  isOver = true
  await load
  const clicked = await clicking
  server.kill('SIGKILL')
  await server.exit()
  await from.powerOff()
  const back = await restoreTwiceKilled(world, path)
  const checked = await writers.check(sessionOn(back.server, ana), kept.names)
  const missing = await uploads.missing(kept.pictures, back.server.origin)
  const leads = await countRedirecting(back.server, links)
  return [
    {
      fault: 'backup under load',
      done: '6 clients write and upload pictures; one attempt killed, one complete',
      mustHold: 'no partial file; all clicks redirected, no write refused',
      measured: `${killed}; complete after ${formatSeconds(took)}; ${writers.tally()}; ${clicked.answered} redirected, ${clicked.other + clicked.none} not${code === 0 ? '' : `; ${err.trim()}`}`,
      held:
        isNone &&
        code === 0 &&
        clicked.other + clicked.none === 0 &&
        [...writers.statuses.keys()].every((one) => one === '200' || one === '201'),
    },
    {
      fault: '… restored after the machine is lost',
      done: 'into an empty folder and database; killed while writing rows and while writing files, then complete',
      mustHold:
        'every write acknowledged before the backup exists once, with pictures and sessions; counters agree',
      measured: `${back.tries.join(', ')}; restored after ${formatSeconds(back.seconds)}; ${formatCheck(checked)}; ${kept.pictures.length} pictures, ${missing} missing; ${leads} of ${links.length} links redirect; ${back.counted.events} clicks`,
      held:
        back.seconds !== null &&
        isComplete(checked) &&
        checked.acknowledged > 0 &&
        missing === 0 &&
        kept.pictures.length > 0 &&
        leads === links.length &&
        totalsAgree(back.counted),
    },
  ]
}

type Env = Record<string, string>

const operator = (env: Env, args: string[]) => ({
  folder: 'dist/server',
  script: 'operator.js' as const,
  args,
  env: { ...env, BACKUP_PASSPHRASE: 'unlike words for a backup' },
})
const operate = (env: Env, ...args: string[]) => runProcess(operator(env, args))

/**
 * Kills the command as soon as `isSo` is true. Returns whether it was killed or had ended before.
 */
async function killOperator(
  env: Env,
  args: string[],
  isSo: (output: Process['output']) => boolean,
): Promise<string> {
  const child = await startProcess(operator(env, args))
  while (isRunning(child) && !isSo(child.output)) await sleep(1)
  child.kill('SIGKILL')
  const code = await child.exit()
  return code === null ? 'one attempt killed' : `one attempt exited with ${code} before the kill`
}

async function restoreTwiceKilled(world: World, path: string) {
  const to = await Postgres.start(world)
  const env = { DATA_DIR: join(world.folder(), 'data'), DATABASE_URL: to.url }
  const args = ['restore', path]
  const arriving = join(env.DATA_DIR, 'restore.part')
  const tries = [
    await killOperator(env, args, ({ err }) => err.includes('Writing the database')),
    await killOperator(env, args, () => existsSync(arriving) && readdirSync(arriving).length > 0),
  ]
  const startedAt = performance.now()
  const { code, err } = await operate(env, ...args)
  tries.push(code === 0 ? 'one complete' : `one failed: “${err.trim().split('\n').at(-1)}”`)
  const server = await world.server(env)
  const seconds = code === 0 ? (performance.now() - startedAt) / 1000 : null
  return { tries, seconds, server, counted: await counted(to) }
}

async function counted(to: Postgres) {
  let now = await countedClicks(to.address)
  // Clicks that were waiting in the backup are counted after the restore.
  await secondsUntil(async () => totalsAgree((now = await countedClicks(to.address))), 20)
  return now
}

/** Returns the same user and session on another server. */
const sessionOn = ({ origin }: Process, { token }: Person): Pick<Person, 'send'> => ({
  send: (method, path, body, headers = {}) =>
    fetch(origin + path, toInit(method, { token, headers, body })),
})

async function countRedirecting(server: Process, links: { short_code: string }[]): Promise<number> {
  const answers = await Promise.all(
    links.map(({ short_code }) => server.request('GET', `/s/${short_code}`)),
  )
  return answers.filter(({ status }) => status === 302).length
}
