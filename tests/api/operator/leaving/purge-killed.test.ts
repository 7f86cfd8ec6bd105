import { afterAll, expect, test, vi } from 'vitest'
import { TOKEN_HEADER } from '#contract/app-constants.ts'
import type { Upload } from '#contract/images/uploads.ts'
import { openClient } from '../../../../server/platform/db/client.ts'
import { picture } from '#support/server/hosts/shop-site.ts'
import { LOGIN, open } from '#support/server/hosts/login-pages.ts'
import { askToLeave } from '#support/server/leaving.ts'
import { addCollection } from '#support/server/links/collections.ts'
import { UPLOAD } from '#support/server/links/uploading.ts'
import { PASSWORD, signUp, type Person } from '#support/server/people.ts'
import { startReadyProcess, type Process } from '#support/server/processes/process.ts'
import { freePort } from '#support/server/test-app.ts'
import { createTestDatabase } from '#support/server/test-database.ts'
import { forThisFile, folderForThisFile } from '#support/server/for-this-file.ts'

// These tests start whole servers, and a killed one is only detected after a while.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })
const PATIENCE = { timeout: 60_000, interval: 50 }

/** Number of links, deleted in three batches. */
const LINKS = 450

const dataDir = folderForThisFile()
let running: Process
// An external database that outlives the server process.
const database = await forThisFile(createTestDatabase())
const { user, socketDir, database: name } = database.address
const DATABASE_URL = `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(socketDir)}`
const env = { DATA_DIR: dataDir, PORT: String(await freePort()), DATABASE_URL }
await begin()
afterAll(async () => {
  await running.end()
})

async function begin() {
  running = await startReadyProcess({ env })
}

async function connection() {
  const client = openClient(database.address)
  await client.connect()
  return client
}

async function ask<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
  const client = await connection()
  const { rows } = await client.query(text, values).finally(() => client.end())
  return rows as Row[]
}

const count = async (table: string) =>
  (await ask<{ rows: number }>(`select count(*)::int as rows from ${table}`))[0]?.rows

async function send(person: Person): Promise<Upload> {
  const body = new FormData()
  body.set('file', new File([new Uint8Array(await picture())], 'photo.png', { type: 'image/png' }))
  const headers = { [TOKEN_HEADER]: person.token }
  const path = `${running.origin}${UPLOAD}profile/`
  const answer = await fetch(path, { method: 'POST', headers, body })
  expect(answer.status).toBe(201)
  return (await answer.json()) as Upload
}

/** Adds the job that runs every hour. */
const purge = () =>
  ask(`select graphile_worker.add_job('purge-accounts', '{}'::json,
    queue_name := 'purge-accounts', job_key := 'purge-accounts')`)

/** Locks the row in another transaction, so that a purge stops there and waits. */
async function hold(table: string, id: string) {
  const client = await connection()
  await client.query('begin')
  await client.query(`select from ${table} where id = $1 for update`, [id])
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const pid = rows[0]?.pid ?? 0
  const isWaitedFor = async () => {
    const text = 'select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))'
    expect((await ask(text, [pid])).length).toBeGreaterThan(0)
  }
  return {
    async killWhoWaits() {
      await vi.waitFor(isWaitedFor, PATIENCE)
      running.kill('SIGKILL')
      await running.exit()
      await client.end()
    },
  }
}

const status = async (path: string) => (await running.request('GET', path)).status
const codes = async () => Promise.all([1, 201, LINKS].map((n) => status(`/s/many${n}`)))

test('a deletion whose process was killed continues at the next start', async () => {
  const ana = await signUp(running)
  const lamps = await addCollection(ana, 'Lamps')
  const { image_url: photo } = await send(ana)
  const made = await ask<{ id: string }>(
    `insert into links (user_id, domain_id, short_code, name, url, host)
      select $1, 1, 'many' || n, 'Lamp', 'https://shop.example/', 'shop.example'
      from generate_series(1, ${LINKS}) n returning id`,
    [ana.uuid],
  )
  const last =
    made
      .map(({ id }) => id)
      .sort()
      .at(-1) ?? ''
  expect(await status(photo)).toBe(200)
  expect((await askToLeave(ana)).status).toBe(200)
  await ask(`update leavers set deletion_at = now() - interval '1 second'`)

  // A row in the last of three batches, and one that is deleted together with the user.
  const [inLinks, inPerson] = [await hold('links', last), await hold('collections', lamps.uuid)]
  await purge()
  await inLinks.killWhoWaits()
  expect([await count('links'), await count('former_codes')]).toEqual([50, 400])
  await begin()
  await inPerson.killWhoWaits()
  expect([await count('links'), await count('former_codes')]).toEqual([0, LINKS])
  expect(await count('users')).toBe(1)
  // A purge that ended the process twice is retried in the next hour.
  await begin()
  await purge()
  await vi.waitFor(async () => expect(await count('users')).toBe(0), PATIENCE)

  expect(await codes()).toEqual([410, 410, 410])
  expect(await status(photo)).toBe(404)
  expect((await ana.send('GET', '/v1/users/me')).status).toBe(401)
  const refused = await (
    await open(running, LOGIN)
  ).submit({ email: ana.email, password: PASSWORD })
  expect(refused.status).toBe(400)
  for (const table of ['collections', 'uploads', 'sessions', 'link_clicks'])
    expect([table, await count(table)]).toEqual([table, 0])
})
