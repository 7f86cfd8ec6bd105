import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deferred } from '#support/window/links-server.ts'
import { MirrorDb } from '../store/db.ts'
import { runExclusively } from './lock.ts'

const NAME = 'split-lease'
const SECOND = 1000

let first: MirrorDb
let second: MirrorDb

/** Simulates an insecure origin, which has no Web Locks. */
beforeEach(() => {
  Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true })
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  first = new MirrorDb(NAME)
  second = new MirrorDb(NAME)
})

afterEach(async () => {
  vi.useRealTimers()
  Reflect.deleteProperty(navigator, 'locks')
  first.close()
  second.close()
  await Dexie.delete(NAME)
})

/** Starts work that continues until `end` is called. */
async function startWork(db: MirrorDb, holder: string) {
  const over = deferred<void>()
  const begun = deferred<void>()
  const run = runExclusively(
    db,
    async () => {
      begun.resolve()
      await over.promise
    },
    holder,
  )
  await begun.promise
  return { end: over.resolve, run }
}

const tryRun = (db: MirrorDb, holder: string) => runExclusively(db, async () => 'done', holder)

test('while one tab works, another skips its run and can run afterwards (offline 28)', async () => {
  const { end, run } = await startWork(first, 'first')
  expect(await tryRun(second, 'second')).toBeNull()
  end()
  await run
  expect(await tryRun(second, 'second')).toBe('done')
})

test('a tab that crashed holds the outbox only until its lease expires (offline 28)', async () => {
  // Simulates a dead tab: the clock continues, but none of its timers runs.
  await startWork(first, 'first')
  vi.setSystemTime(Date.now() + 44 * SECOND)
  expect(await tryRun(second, 'second')).toBeNull()
  vi.setSystemTime(Date.now() + 2 * SECOND)
  expect(await tryRun(second, 'second')).toBe('done')
})

test('a tab that works longer than its lease renews it', async () => {
  const { end, run } = await startWork(first, 'first')
  for (let at = 0; at < 90; at += 15) {
    await vi.advanceTimersByTimeAsync(15 * SECOND)
    // The renewal is a separate transaction. The next attempt waits for it.
    expect(await tryRun(second, 'second')).toBeNull()
  }
  end()
  await run
})

test('a tab that wakes up after losing its lease does not end the lease of another tab', async () => {
  const late = await startWork(first, 'first')
  vi.setSystemTime(Date.now() + 60 * SECOND)
  const other = await startWork(second, 'second')
  late.end()
  await late.run
  expect(await tryRun(first, 'third')).toBeNull()
  other.end()
  await other.run
  expect(await tryRun(first, 'third')).toBe('done')
})

test('failing work releases the lease', async () => {
  const failing = runExclusively(first, () => Promise.reject(new Error('no')), 'first')
  await expect(failing).rejects.toThrow('no')
  expect(await tryRun(second, 'second')).toBe('done')
})

test('a second run in the same tab runs after the first (offline 28)', async () => {
  const { end, run } = await startWork(first, 'first')
  const steps: string[] = []
  const next = runExclusively(first, async () => steps.push('second'), 'first')
  // An attempt of another tab comes after the one of the second run.
  expect(await tryRun(second, 'other')).toBeNull()
  expect(steps).toEqual([])
  end()
  await run
  expect(await next).toBe(1)
})

test('a tab that is asked during a run runs once more (offline 28)', async () => {
  const over = deferred<void>()
  const begun = deferred<void>()
  let runs = 0
  const run = runExclusively(
    first,
    async () => {
      runs += 1
      begun.resolve()
      await over.promise
      return runs
    },
    'first',
  )
  await begun.promise
  expect(await tryRun(second, 'second')).toBeNull()
  over.resolve()
  expect(await run).toBe(2)
  expect(await tryRun(second, 'second')).toBe('done')
})
