import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { squareImage } from '#contract/images/images.ts'
import { createDiskCache } from '../../../../server/people/media/disk-cache.ts'
import { createTurns } from '../../../../server/platform/limit/turns.ts'
import { getImage } from '#support/server/links/images.ts'
import { picture } from '#support/server/hosts/shop-site.ts'
import { upload } from '#support/server/links/uploading.ts'
import { startWithCreator } from '#support/server/creator.ts'

const { server, ana } = await startWithCreator()

const filesIn = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((one) => one.isFile())
    .map((one) => one.name)
    .sort()
const kept = () => filesIn(join(server.deps.config.dataDir, 'cache', 'images'))

test('a copy requested by many at once is made once, and then read', async () => {
  const { image_url } = await upload(server, ana, await picture({ width: 500, height: 500 }))
  const read = vi.spyOn(server.deps.media, 'read')
  const path = squareImage(image_url, 160)
  const before = (await kept()).length
  const asked = Array.from({ length: 20 }, () => getImage(server, path))
  const answers = await Promise.all(asked)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(read).toHaveBeenCalledTimes(1)
  expect(await kept()).toHaveLength(before + 1)
  expect((await getImage(server, path)).status).toBe(200)
  expect(read).toHaveBeenCalledTimes(1)
  read.mockRestore()
})

const name = (letter: string) => letter.repeat(64)
const letters = async (folder: string) => (await filesIn(folder)).map((file) => file.slice(0, 1))

test('copies take no more disk than allowed: the least recently used is deleted, also after a restart', async () => {
  const place = join(server.deps.config.dataDir, 'some-cache')
  const cache = createDiskCache(place, 1000)
  for (const letter of ['a', 'b', 'c']) await cache.write(name(letter), Buffer.alloc(300, letter))
  expect(await cache.read(name('a'))).toHaveLength(300)
  await cache.write(name('d'), Buffer.alloc(300))
  await vi.waitFor(async () => expect(await letters(place)).toEqual(['a', 'c', 'd']))
  expect(await cache.read(name('b'))).toBeNull()
  await cache.write(name('e'), Buffer.alloc(2000))
  expect(await letters(place)).toEqual(['a', 'c', 'd'])
  const restarted = createDiskCache(place, 1000)
  expect(await restarted.read(name('c'))).toEqual(Buffer.alloc(300, 'c'))
  // A restart with a smaller limit deletes the excess at once.
  createDiskCache(place, 400)
  await vi.waitFor(async () => expect(await letters(place)).toHaveLength(1))
})

test('processes of a server read each other’s copies and share the space', async () => {
  const place = join(server.deps.config.dataDir, 'shared-cache')
  const [first, second] = [1, 2].map((number) => createDiskCache(place, 1000, { number, count: 2 }))
  await first?.write(name('a'), Buffer.alloc(300, 'a'))
  expect(await second?.read(name('a'))).toEqual(Buffer.alloc(300, 'a'))
  for (const letter of ['b', 'c']) await second?.write(name(letter), Buffer.alloc(300, letter))
  // Each may fill 500 bytes, which is one of these copies.
  await vi.waitFor(async () => expect(await letters(`${place}-2`)).toEqual(['c']))
  expect(await first?.read(name('c'))).toEqual(Buffer.alloc(300, 'c'))
  expect(await first?.read(name('b'))).toBeNull()
  // After a start with one process, the folder of the second one is not needed.
  createDiskCache(place, 1000)
  expect(await letters(`${place}-2`)).toEqual([])
  expect(await letters(place)).toEqual(['a'])
})

test('a deleted copy is made again', async () => {
  const { image_url } = await upload(server, ana, await picture({ width: 510, height: 500 }))
  const path = squareImage(image_url, 160)
  await getImage(server, path)
  const root = server.deps.config.dataDir
  await rm(join(root, 'cache'), { recursive: true })
  expect((await getImage(server, path)).status).toBe(200)
})

test('pictures are made a few at a time, in the order of the requests', async () => {
  const turns = createTurns({ maxRunning: 2 })
  const done: number[] = []
  let most = 0
  let running = 0
  const work = (id: number) => async () => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
    done.push(id)
    if (id === 3) throw new Error('a broken one gives its place on')
  }
  const all = [0, 1, 2, 3, 4, 5].map((id) => turns.run(work(id)))
  expect(turns.waiting()).toBe(4)
  const ends = (await Promise.allSettled(all)).map(({ status }) => status)
  expect([most, done]).toEqual([2, [0, 1, 2, 3, 4, 5]])
  expect(ends.filter((status) => status === 'rejected')).toHaveLength(1)
})
