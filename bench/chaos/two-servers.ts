import type { ShortLink } from '#contract/links/short-link.ts'
import { addLink, linkPath } from '#support/server/links.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { runProcess, type Process } from '#support/server/processes/process.ts'
import { freePort } from '../support/server-process.ts'
import { Postgres } from './postgres.ts'
import { sharedClicks, sharedJobs } from './shared-work.ts'
import { secondsUntil, withSql } from './world.ts'
import type { Finding, World } from './world.ts'

const EDITS = 40
/** Limit for a change to reach the other server. It usually takes a few milliseconds. */
const MAX_DELAY_SECONDS = 0.5

/** Starts two servers on one empty database at the same time. */
export async function twoServers(world: World): Promise<Finding[]> {
  const postgres = await Postgres.start(world)
  const env = { DATA_DIR: world.folder(), DATABASE_URL: postgres.url }
  const DATA_DIR = world.folderBeside(env.DATA_DIR)
  const envOfB = { ...env, DATA_DIR, PORT: String(await freePort()) }
  const [a, b] = await Promise.all([world.server(env), world.server(envOfB)])
  const migrations = await withSql(
    postgres.address,
    (sql) => sql`select count(*)::int as all, count(distinct hash)::int as different
      from drizzle.__drizzle_migrations`,
  )
  const ana = await signUp(a)
  return [
    {
      fault: 'two servers, one PostgreSQL',
      done: 'both start on an empty database',
      mustHold: 'both run; each migration once',
      measured: `${String(migrations[0]?.['all'])} migrations, ${String(migrations[0]?.['different'])} different`,
      held: migrations[0]?.['all'] === migrations[0]?.['different'],
    },
    await edits(ana, b),
    await otherChanges(ana, b, env, postgres),
    await sharedClicks(ana, a, b, postgres),
    await sharedJobs(world, ana, b, envOfB),
  ]
}

const targetOn = async (server: Process, link: ShortLink) =>
  (await server.request('GET', `/s/${link.short_code}`)).headers.get('location')

async function edits(ana: Person, b: Process): Promise<Finding> {
  const link = await addLink(ana, 'http://127.0.0.1:9/first')
  await targetOn(b, link)
  let slowest: number | null = 0
  let late = 0
  for (let n = 0; n < EDITS; n += 1) {
    const url = `http://127.0.0.1:9/edit/${n}`
    await ana.send('PATCH', linkPath(link), { url })
    const first = await targetOn(b, link)
    if (first !== url) late += 1
    const seconds = await secondsUntil(async () => (await targetOn(b, link)) === url, 5)
    slowest = seconds === null || slowest === null ? null : Math.max(slowest, seconds)
  }
  return {
    fault: '',
    done: `a link edited on A ${EDITS} times, each time requested on B`,
    mustHold: 'B redirects to the new target at once',
    measured: `the first answer on B was current ${EDITS - late} of ${EDITS} times; the slowest change took ${slowest === null ? 'never' : `${(slowest * 1000).toFixed(0)} ms`}`,
    held: slowest !== null && slowest < MAX_DELAY_SECONDS,
  }
}

type Change = {
  name: string
  make: (link: ShortLink) => Promise<unknown>
  isSeen: (answer: Response) => boolean
}

/** Tests all other changes that affect where a link leads. */
async function otherChanges(
  ana: Person,
  b: Process,
  env: Record<string, string>,
  postgres: Postgres,
): Promise<Finding> {
  const operator = (...args: string[]) =>
    runProcess({ folder: 'dist/server', script: 'operator.js', args, env })
  const edit = (link: ShortLink, change: object) => ana.send('PATCH', linkPath(link), change)
  const changes: Change[] = [
    {
      name: 'end',
      make: (link) => edit(link, { expires_at: new Date(Date.now() - 1000).toISOString() }),
      isSeen: ({ status }) => status === 410,
    },
    {
      name: 'fallback',
      make: (link) =>
        edit(link, {
          expires_at: new Date(Date.now() - 1000).toISOString(),
          fallback_url: 'http://127.0.0.1:9/instead',
        }),
      isSeen: ({ headers }) => headers.get('location') === 'http://127.0.0.1:9/instead',
    },
    {
      name: 'rename',
      make: (link) => edit(link, { short_code: `${link.short_code}x` }),
      // The old code still works, because it may be printed somewhere.
      isSeen: ({ status }) => status === 302,
    },
    {
      name: 'hide',
      make: (link) => edit(link, { is_hidden: true }),
      isSeen: ({ status }) => status === 302,
    },
    {
      name: 'brand',
      make: (link) => edit(link, { treat_as_in_network: false }),
      isSeen: ({ headers }) => headers.get('location')?.includes('clickref') === false,
    },
    {
      name: 'block',
      make: ({ short_code }) =>
        operator('block', short_code, '--why', 'a fault', '--rule', 'on purpose'),
      isSeen: ({ status }) => status === 410 || status === 451,
    },
  ]
  await sellAs('127.0.0.1', 'clickref', postgres)
  const late: string[] = []
  let slowest = 0
  for (const { name, make, isSeen } of changes) {
    const link = await addLink(ana, `http://127.0.0.1:9/${name}`)
    await targetOn(b, link)
    await make(link)
    const ask = () => b.request('GET', `/s/${link.short_code}`)
    const seconds = await secondsUntil(async () => isSeen(await ask()), 3)
    if (seconds === null || seconds > MAX_DELAY_SECONDS) late.push(name)
    slowest = Math.max(slowest, seconds ?? Infinity)
  }
  return {
    fault: '',
    done: 'on A a link expires, gets a fallback, is renamed, hidden, removed from its brand, blocked',
    mustHold: 'B behaves like A at once',
    measured:
      late.length > 0
        ? `late: ${late.join(', ')}`
        : `the slowest change took ${(slowest * 1000).toFixed(0)} ms`,
    held: late.length === 0,
  }
}

/** Assigns links to this host to a brand with a click parameter. */
const sellAs = (host: string, param: string, { address }: Postgres) =>
  withSql(
    address,
    (sql) => sql`
      with brand as (insert into brands (name, click_param) values ('Shop', ${param}) returning id)
      insert into stores (host, brand_id) select ${host}, id from brand`,
  )
