import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readSession, saveSession } from '#live/session.ts'
import { databaseName } from '#mirror/store/database.ts'
import { MirrorDb } from '#mirror/store/db.ts'
import { wipeAll } from '#live/wipe.ts'
import { goTo } from '../worker/reload.ts'
import { signInAgain } from './sign-in-again.ts'

vi.mock('../worker/reload.ts')

const ANA = '0190a3f2-1111-4111-8111-111111111111'
const BO = '0190a3f2-2222-4222-8222-222222222222'
const draft = { name: 'create-link', value: 'example.com/typed', savedAt: 1 }

const jwtOf = (uuid: string) => `x.${btoa(JSON.stringify({ uuid }))}.x`
const signIn = (uuid: string) =>
  saveSession({ token: 't', jwt_token: jwtOf(uuid), fingerprint: 'f', extended_status: null })

async function inMirror<T>(uuid: string, read: (db: MirrorDb) => Promise<T>): Promise<T> {
  const db = new MirrorDb(databaseName(uuid))
  try {
    return await read(db)
  } finally {
    db.close()
  }
}
const draftOf = (uuid: string) => inMirror(uuid, (db) => db.drafts.get(draft.name))
const hasMirror = async (uuid: string) =>
  (await Dexie.getDatabaseNames()).includes(databaseName(uuid))

beforeEach(() => signIn(ANA))
afterEach(() => wipeAll())

test('deletes session and rows, and asks for the password (R-106)', async () => {
  await inMirror(ANA, (db) => db.lists.put({ name: 'links' } as never))
  await signInAgain()
  expect(readSession()).toBeNull()
  expect(document.cookie).not.toContain('token')
  expect(await hasMirror(ANA)).toBe(false)
  expect(goTo).toHaveBeenCalledWith(expect.stringMatching(/^\/multi-connect\/login\?success=/))
})

test('drafts are restored for the same person (D-105, offline 35)', async () => {
  await inMirror(ANA, async (db) => {
    await db.drafts.put(draft)
    await db.lists.put({ name: 'links' } as never)
  })
  await signInAgain()
  await wipeAll({ keepDraftsOf: ANA })
  expect(await draftOf(ANA)).toEqual(draft)
  expect(await inMirror(ANA, (db) => db.lists.count())).toBe(0)
})

test('drafts are deleted when another person signs in (R-604)', async () => {
  await inMirror(ANA, (db) => db.drafts.put(draft))
  await signInAgain()
  await wipeAll({ keepDraftsOf: BO })
  expect(await hasMirror(ANA)).toBe(false)
})

test('a sign-out deletes drafts (R-107)', async () => {
  await inMirror(ANA, (db) => db.drafts.put(draft))
  await wipeAll()
  expect(await hasMirror(ANA)).toBe(false)
})
