import { rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { restoreBackup } from '../../../../server/operator/backup/restore.ts'
import { noProgress, type Progress } from '../../../../server/operator/backup/progress.ts'
import { writeBackup } from '../../../../server/operator/backup/write-backup.ts'
import { checkShared } from '../../../../server/operator/installation/shared.ts'
import type { Config } from '../../../../server/platform/config/config.ts'
import { createLog } from '../../../../server/platform/log/log.ts'
import { filesOf } from '#support/server/filled-server.ts'
import { S3_KEYS, startS3Store, type S3Store } from '#support/server/hosts/s3-store.ts'
import { emptyPlace, type EmptyPlace } from '#support/server/installations.ts'
import { upload } from '#support/server/links/uploading.ts'
import { signUp } from '#support/server/people.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'
import { forThisFile, folderForThisFile } from '#support/server/for-this-file.ts'

const log = createLog('error')
const folder = folderForThisFile()
const BUCKET = 'pictures'

/** Server with one picture, in the bucket or in its data folder. */
type Source = { server: TestServer; path: string; bytes: Buffer; backup: string }
let stored: Source
let kept: Source
const store = await forThisFile(startS3Store(BUCKET))
beforeAll(async () => {
  stored = await sourceWith({ s3: bucketOf(store) })
  kept = await sourceWith({})
})
afterAll(async () => {
  await stored.server.stop()
  await kept.server.stop()
})

let place: EmptyPlace
let other: S3Store
beforeEach(async () => {
  place = await emptyPlace()
  other = await startS3Store(BUCKET)
})
afterEach(async () => {
  await other.stop()
  await place.remove()
})

const bucketOf = ({ endpoint }: S3Store) => ({ endpoint, bucket: BUCKET, ...S3_KEYS })
const keysOf = ({ objects }: S3Store) => [...objects.keys()].sort()

async function sourceWith(settings: Pick<Partial<Config>, 's3'>): Promise<Source> {
  const server = await createTestServer(settings)
  const { image_url: path } = await upload(server, await signUp(server))
  const bytes = await bytesAt(server, path)
  const { config, db, secrets } = server.deps
  // Stores what a server with an external database stores at its start.
  await checkShared(db, { secrets, config: { ...config, databaseUrl: 'postgresql://x' } })
  const backup = join(folder, `${settings.s3 ? 'stored' : 'kept'}.backup`)
  await writeBackup(server.deps, backup, {
    passphrase: 'unlike words for a backup',
    progress: noProgress,
  })
  return { server, path, bytes, backup }
}

async function bytesAt(server: TestServer, path: string): Promise<Buffer> {
  const response = await server.request('GET', path)
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

const restore = (path: string, config: Config, progress: Progress = noProgress) =>
  restoreBackup({ path, passphrase: 'unlike words for a backup' }, { config, log, progress })

/** Returns the picture from a server started on the restored data. */
async function served({ path }: Source, config: Config): Promise<Buffer> {
  const { dataDir, s3 } = config
  const server = await createTestServer({ databaseAddress: place.address, dataDir, s3 })
  const { db, secrets } = server.deps
  await checkShared(db, { secrets, config })
  const bytes = await bytesAt(server, path)
  await server.stop()
  return bytes
}

test('pictures of a bucket are restored into a folder', async () => {
  await restore(stored.backup, place.config)
  expect(await served(stored, place.config)).toEqual(stored.bytes)
})

test('pictures of a bucket are restored into another bucket', async () => {
  const config = { ...place.config, s3: bucketOf(other) }
  await restore(stored.backup, config)
  expect(keysOf(other)).toEqual(keysOf(store))
  expect([...other.objects.values()]).toEqual([...store.objects.values()])
  expect(await served(stored, config)).toEqual(stored.bytes)
})

test('pictures of a folder are restored into a bucket, without other files', async () => {
  const config = { ...place.config, s3: bucketOf(other) }
  await restore(kept.backup, config)
  const name = kept.path.split('/').at(-1)
  expect(keysOf(other)).toEqual([`/${BUCKET}/media/${name}`])
  expect(Object.keys(await filesOf(config.dataDir))).not.toContain('media/storage-id')
  expect(await served(kept, config)).toEqual(kept.bytes)
})

const failing: Progress = (stage) => {
  if (stage === 'Checking the database') throw new Error('stopped')
}

test('a failed restore deletes the pictures that it wrote, but no earlier ones', async () => {
  const config = { ...place.config, s3: bucketOf(other) }
  await expect(restore(stored.backup, config, failing)).rejects.toThrow('stopped')
  expect(keysOf(other)).toEqual([])

  // The running installation uses the same bucket.
  const shared = { ...place.config, s3: bucketOf(store) }
  const before = keysOf(store)
  await expect(restore(stored.backup, shared, failing)).rejects.toThrow('stopped')
  expect(keysOf(store)).toEqual(before)
})

test('a backup fails without a file if the picture store is unreachable', async () => {
  const path = join(folder, 'away.backup')
  store.failNext(1000)
  const options = { passphrase: 'unlike words for a backup', progress: noProgress }
  await expect(writeBackup(stored.server.deps, path, options)).rejects.toThrow('picture store')
  store.failNext(0)
  await writeBackup(stored.server.deps, path, options)
})

test('pictures in both folder and bucket are in a backup once', async () => {
  const { server, path, bytes } = stored
  const name = path.split('/').at(-1) ?? ''
  const at = join(server.deps.config.dataDir, 'media', name.slice(0, 2), name)
  await mkdir(dirname(at), { recursive: true })
  await writeFile(at, bytes)
  const backup = join(folder, 'twice.backup')
  await writeBackup(server.deps, backup, {
    passphrase: 'unlike words for a backup',
    progress: noProgress,
  })
  rmSync(at)
  await restore(backup, place.config)
  expect(await served(stored, place.config)).toEqual(bytes)
})
