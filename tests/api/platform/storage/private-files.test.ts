import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { imagePath } from '#contract/images/images.ts'
import { FORGOT, open } from '#support/server/hosts/login-pages.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { picture } from '#support/server/hosts/shop-site.ts'
import { startReadyProcess } from '#support/server/processes/process.ts'
import { UPLOAD } from '#support/server/links/uploading.ts'
import { folderForThisFile } from '#support/server/for-this-file.ts'

const WIDE_OPEN = `data:text/javascript,${encodeURIComponent(
  "import { isMainThread } from 'node:worker_threads'; if (isMainThread) process.umask(0)",
)}`

const home = folderForThisFile()
chmodSync(home, 0o755)
const dataDir = join(home, 'between', 'data')
const FROM_BEFORE = [
  'media/ab/old.webp',
  'cache/images/cd/old',
  'outbox/old.eml',
  'errors/old.ndjson',
]

/** Returns all files except those of PostgreSQL. */
const everything = () =>
  readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .map((one) => join(one.parentPath, one.name))
    .filter((path) => !/^(postgres|lib)/.test(relative(dataDir, path)))

leaveOpen()
const server = await startReadyProcess({
  env: { DATA_DIR: dataDir, SENTRY_DSN: 'self', NODE_OPTIONS: `--import "${WIDE_OPEN}"` },
})
afterAll(async () => {
  await server?.end()
})

/** Creates files as an earlier start with another umask would have. */
function leaveOpen() {
  for (const name of FROM_BEFORE) {
    const path = join(dataDir, name)
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, 'private')
  }
  for (const path of everything()) chmodSync(path, statSync(path).isDirectory() ? 0o777 : 0o666)
  chmodSync(dataDir, 0o777)
}

/** Returns the paths that other accounts can read, write or enter. */
const openToOthers = () =>
  everything()
    .filter((path) => (statSync(path).mode & 0o077) !== 0)
    .map((path) => relative(dataDir, path))

async function sendPhoto({ token }: Person): Promise<string> {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(await picture())], 'photo.jpg'))
  const init = { method: 'POST', headers: { 'X-API-TOKEN': token }, body: form }
  const response = await fetch(`${server.origin}${UPLOAD}profile/`, init)
  return ((await response.json()) as { image_url: string }).image_url
}

test('existing files in DATA_DIR become private at the start', () => {
  expect(openToOthers()).toEqual([])
  expect(everything().map((path) => relative(dataDir, path))).toEqual(
    expect.arrayContaining([...FROM_BEFORE, 'secrets.json']),
  )
  expect(statSync(dataDir).mode & 0o076).toBe(0)
})

test('new files are private with any umask: pictures, backups, mails', async () => {
  const before = everything().length
  const ana = await signUp(server)
  const image = await sendPhoto(ana)
  expect((await fetch(server.origin + imagePath(image, { width: 96, height: 96 }))).status).toBe(
    200,
  )
  await (await open(server, FORGOT)).submit({ email: ana.email })
  await vi.waitFor(() => expect(readdirSync(join(dataDir, 'outbox')).length).toBeGreaterThan(1), {
    timeout: 20_000,
  })
  expect(everything().length).toBeGreaterThan(before + 4)
  expect(openToOthers()).toEqual([])
})
