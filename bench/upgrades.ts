// Upgrades earlier releases: builds each with its own packages, starts it, signs up a user and
// creates data through its API, then starts today's build in the same folder. Exits with code 1 if
// something is lost.
// The releases are those of bench/support/landed.ts; others: npm run test:upgrades -- <commit> ...
// RELEASES_DIR keeps their builds for the next run.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { build, isBuilt } from '../scripts/build.mjs'
import { addLink, editLink, readLink, search } from '#support/server/links.ts'
import { addCollection, listCollections } from '#support/server/links/collections.ts'
import { PASSWORD, signIn, signUp } from '#support/server/people.ts'
import type { Process } from '#support/server/processes/process.ts'
import { secondsUntil, World } from './chaos/world.ts'
import { landedReleases } from './support/landed.ts'
import { printTable } from './support/table.ts'

const AGENT =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
/** Second visitor, because repeated clicks of one visitor within ten seconds count once. */
const OTHER_AGENT = AGENT.replaceAll('18_5', '17_4').replaceAll('18.5', '17.4')
const EMAIL = 'ana@people.example'
const LAMP = 'https://shop.example/lamp'
const CHAIR = 'https://shop.example/a/chair?x=%0A&name=%F0%9F%92%A1'
const BUILT_SERVER = 'dist/server'

const releases = process.argv.slice(2).length > 0 ? process.argv.slice(2) : landedReleases()
const rows: string[][] = []
if (!isBuilt()) await build()
for (const release of releases) {
  const problem = await upgradeRelease(release).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
  console.log(`${release}: ${problem ?? 'upgraded'}`)
  rows.push([release, problem === null ? 'held' : 'BROKEN', problem ?? ''])
}
printTable('Earlier releases, upgraded to this one', rows)
process.exitCode = rows.every(([, held]) => held === 'held') ? 0 : 1

async function upgradeRelease(release: string) {
  const world = new World()
  try {
    const folder = buildRelease(release, world)
    const env = { DATA_DIR: world.folder() }
    const before = await world.server(env, join(folder, BUILT_SERVER))
    const link = await createData(before)
    before.kill('SIGTERM')
    if ((await before.exit()) !== 0) throw new Error('The old release did not stop on SIGTERM')
    const now = await world.server(env)
    await checkData(now, link)
    await continueUse(now, link)
  } finally {
    await world.close()
  }
}

/** Checks out and builds a release with its own packages, or returns its existing build. */
function buildRelease(release: string, world: World): string {
  const folder = join(process.env['RELEASES_DIR'] ?? world.folder(), release)
  if (existsSync(join(folder, BUILT_SERVER))) return folder
  mkdirSync(folder, { recursive: true })
  const archive = execFileSync('git', ['archive', release], { maxBuffer: 2 ** 30 })
  execFileSync('tar', ['x', '-C', folder], { input: archive })
  for (const args of [
    ['ci', '--no-audit', '--no-fund'],
    ['run', 'build'],
  ])
    execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  return folder
}

/** Creates two links, edits one and clicks the other, and creates a collection. */
async function createData(server: Process) {
  const ana = await signUp(server, EMAIL)
  const lamp = await addLink(ana, LAMP)
  const chair = await addLink(ana, CHAIR)
  await editLink(ana, chair, { name: 'An old chair', tags: ['chairs'], is_hidden: true })
  await addCollection(ana, 'Kitchen')
  await click(server, lamp)
  const counted = await secondsUntil(async () => (await readLink(ana, lamp)).lifetime_clicks === 1)
  if (counted === null) throw new Error('The old release did not count the click')
  return lamp
}

type Link = Awaited<ReturnType<typeof createData>>

async function checkData(server: Process, lamp: Link) {
  const ana = await signIn(server, { email: EMAIL, password: PASSWORD })
  const { lifetime_clicks, split_url } = await readLink(ana, lamp)
  assertEqual(lifetime_clicks, 1, 'clicks')
  assertEqual(new URL(split_url).pathname, new URL(lamp.split_url).pathname, 'the short link')
  const [chair] = (await search(ana, {}, '?is_hidden=true')).results
  assertEqual(
    [chair?.name, chair?.tags, chair?.url],
    ['An old chair', ['chairs'], CHAIR],
    'the edited link',
  )
  const names = (await listCollections(ana)).results.map(({ name }) => name)
  assertEqual(names, ['Kitchen'], 'the collections')
}

/** Checks that old data can still be used and changed. */
async function continueUse(server: Process, lamp: Link) {
  const ana = await signIn(server, { email: EMAIL, password: PASSWORD })
  const visit = await click(server, lamp, OTHER_AGENT)
  assertEqual(visit.headers.get('location'), LAMP, 'where the short link leads')
  const counted = await secondsUntil(async () => (await readLink(ana, lamp)).lifetime_clicks === 2)
  if (counted === null) throw new Error('A click after the upgrade is not counted')
  assertEqual(
    (await editLink(ana, lamp, { name: 'A new name' })).body.name,
    'A new name',
    'an edit',
  )
  await addLink(ana, 'https://shop.example/sofa')
}

function click(server: Process, { split_url }: { split_url: string }, agent = AGENT) {
  const address = server.origin + new URL(split_url).pathname
  return fetch(address, { headers: { 'user-agent': agent }, redirect: 'manual' })
}

function assertEqual(found: unknown, expected: unknown, what: string) {
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)]
  if (one !== other) throw new Error(`${what}: ${one} instead of ${other}`)
}
