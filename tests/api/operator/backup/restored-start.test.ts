import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { S3_KEYS, startS3Store } from '#support/server/hosts/s3-store.ts'
import { emptyPlace } from '#support/server/installations.ts'
import { addLink } from '#support/server/links.ts'
import { signIn, signUp } from '#support/server/people.ts'
import { runProcess, startReadyProcess } from '#support/server/processes/process.ts'
import { forThisFile, folderForThisFile } from '#support/server/for-this-file.ts'

// These tests start and stop whole servers, and the machine may be busy.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

const folder = folderForThisFile()
const path = join(folder, 'split.backup')
const store = await forThisFile(startS3Store('pictures'))
const old = await forThisFile(emptyPlace())
const fresh = await forThisFile(emptyPlace())

const operate = (env: Record<string, string>, ...args: string[]) =>
  runProcess({
    script: 'operator.js',
    env: { ...env, BACKUP_PASSPHRASE: 'unlike words for a backup' },
    args,
  })

test('an installation with external secrets and pictures is restored elsewhere and starts', async () => {
  const { accessKey, secretKey, region } = S3_KEYS
  const there = {
    ...old.env,
    JWT_SECRET: 'a secret of that machine, and of no other',
    SIGNING_SECRET: 'one more secret of this machine and that one',
    S3_ENDPOINT: store.endpoint,
    S3_BUCKET: 'pictures',
    S3_REGION: region,
    S3_ACCESS_KEY: accessKey,
    S3_SECRET_KEY: secretKey,
  }
  const first = await startReadyProcess({ env: there })
  const ana = await signUp(first)
  const link = await addLink(ana)
  expect(await operate(there, 'backup', path)).toMatchObject({ code: 0 })
  await first.end()

  // Restores into a local folder, without the bucket's environment variables.
  const restored = await operate(fresh.env, 'restore', path)
  expect(restored).toMatchObject({ code: 0 })
  expect(restored.out).toMatch(/\nStart the server now\.\n$/)
  const second = await startReadyProcess({ env: fresh.env })
  const me = await second.request('GET', '/v1/users/me', { token: ana.token })
  expect(await me.json()).toMatchObject({ email: ana.email })
  const again = await signIn(second, ana)
  await addLink(again)
  const visit = await second.request('GET', new URL(link.split_url).pathname)
  expect(visit.headers.get('location')).toBe('https://shop.example/lamp')
  await second.end()
})

test('a start with other secrets than the backup’s explains what to do', async () => {
  const empty = await emptyPlace()
  const other = { ...empty.env, SIGNING_SECRET: 'something else than the other machine had' }
  const restored = await operate(other, 'restore', path)
  expect(restored.code).toBe(0)
  expect(restored.out).toMatch(/\nSIGNING_SECRET: set to .* operator -- accept secrets\n$/)
  expect((await runProcess({ env: other })).err).toContain('operator -- accept secrets')
  expect(await operate(other, 'accept', 'secrets')).toMatchObject({ code: 0 })
  await empty.remove()
})
