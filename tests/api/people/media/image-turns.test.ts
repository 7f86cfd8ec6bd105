import { EventEmitter, once } from 'node:events'
import { availableParallelism } from 'node:os'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  createSharedWork,
  ClientDisconnected,
} from '../../../../server/people/media/shared-work.ts'
import { createTurns, type Turn } from '../../../../server/platform/limit/turns.ts'
import { pictureTurns, RANKS } from '../../../../server/people/media/picture-turns.ts'
import { PUBLIC_SIZES } from '#contract/images/image-sizes.ts'
import { imagePath } from '#contract/images/images.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { picture } from '#support/server/hosts/shop-site.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'
import { upload } from '#support/server/links/uploading.ts'

const PATIENCE = { timeout: 15_000 }
const SIZES = PUBLIC_SIZES.filter(({ width }) => width !== undefined)

/** Blocks all decoding until it is opened. */
function gate() {
  const door = new EventEmitter()
  const opened = once(door, 'open')
  const before = pictureTurns.waiting()
  const held: Promise<unknown>[] = []
  while (pictureTurns.waiting() === before) held.push(pictureTurns.run(() => opened))
  return async () => {
    door.emit('open')
    await Promise.all(held)
  }
}

/** Returns the number of waiting uploads, including those of the gate. */
const uploadsWaiting = () => pictureTurns.waiting(({ rank = 'upload' }) => rank === 'upload')

const strangersWait = (count: number) =>
  vi.waitFor(
    () => expect(pictureTurns.waiting(({ rank }) => rank === 'stranger')).toBe(count),
    PATIENCE,
  )
describe('many requests without an account', () => {
  let server: TestServer
  let ana: Person
  /** 120 pictures that were not requested yet. */
  let asked: { path: string; accept: string }[]
  beforeAll(async () => {
    server = await createTestServer({ listen: true })
    ana = await signUp(server)
    const paths: string[] = []
    for (let side = 301; side <= 303; side += 1) {
      const { image_url } = await upload(server, ana, await picture({ width: 300, height: side }))
      paths.push(...SIZES.map((size) => imagePath(image_url, size)))
    }
    const types = ['image/avif', 'image/webp', 'image/png']
    asked = types.flatMap((accept) => paths.map((path) => ({ path, accept }))).slice(0, 120)
  })
  afterAll(() => server.stop())

  const ask = ({ path, accept }: { path: string; accept: string }, signal?: AbortSignal) =>
    fetch(`${server.origin}${path}`, { headers: { Accept: accept }, ...(signal && { signal }) })
  test('that are cancelled make no picture and delay nobody', async () => {
    const read = vi.spyOn(server.deps.media, 'read')
    const open = gate()
    const gone = new AbortController()
    const abandoned = asked.map((one) => ask(one, gone.signal).catch(() => 'gone'))
    await strangersWait(120)
    gone.abort()
    await strangersWait(0)
    await open()
    expect(new Set(await Promise.all(abandoned))).toEqual(new Set(['gone']))
    await upload(server, ana, await picture({ width: 320, height: 200 }))
    expect(read).not.toHaveBeenCalled()
    read.mockRestore()
  })

  test('are answered after a photo that a user uploads meanwhile', async () => {
    let photo: Promise<unknown> = Promise.resolve()
    // A stranger's picture that starts too early is noticed, because reading waits for the photo.
    const read = vi.spyOn(server.deps.media, 'read').mockImplementation(async () => {
      await photo
      return null
    })
    const open = gate()
    const ahead = uploadsWaiting()
    const answers = asked.map((one) => ask(one))
    await strangersWait(120)
    photo = upload(server, ana, await picture({ width: 330, height: 200 }))
    await vi.waitFor(() => expect(uploadsWaiting()).toBe(ahead + 1), PATIENCE)
    await open()
    await photo
    expect(read.mock.calls.length).toBeLessThan(availableParallelism())
    const expected = new Set([404])
    expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(expected)
    read.mockRestore()
  })

  test('beyond the queue are refused with a time to retry, while users are served', async () => {
    const open = gate()
    const gone = new AbortController()
    const { signal } = gone
    const first = asked.map((one) => ask(one, signal).catch(() => null))
    await strangersWait(120)
    const tooMany = Array.from({ length: 8 }, (_, number) =>
      ask({ path: `/cdn-cgi/image/width=96,height=96/media/${number}`, accept: '' }, signal),
    )
    await strangersWait(128)
    const refused = await ask({ path: '/cdn-cgi/image/width=96,height=96/media/9', accept: '' })
    expect([refused.status, await refused.json()]).toEqual([503, { retry_after: 30 }])
    const { image_url } = await open().then(async () =>
      upload(server, ana, await picture({ width: 340, height: 200 })),
    )
    expect((await server.request('GET', imagePath(image_url, { width: 33 }), ana)).status).toBe(200)
    gone.abort()
    await Promise.allSettled([...first, ...tooMany])
  })
})

const ordered = (done: string[], name: string) => async () => {
  await new Promise((resolve) => setImmediate(resolve))
  done.push(name)
}

describe('the queue', () => {
  test('serves by rank, and within a rank in order', async () => {
    const turns = createTurns({ maxRunning: 1, ranks: RANKS })
    const done: string[] = []
    const ranks = ['stranger', 'person', 'stranger', 'preview', 'upload', 'person'] as const
    const first = turns.run(ordered(done, 'first'), { rank: 'stranger' })
    const rest = ranks.map((rank, place) => turns.run(ordered(done, `${rank} ${place}`), { rank }))
    await Promise.all([first, ...rest])
    expect(done).toEqual([
      'first',
      'upload 4',
      'preview 3',
      'person 1',
      'person 5',
      'stranger 0',
      'stranger 2',
    ])
  })

  test('lets requests of one user wait for each other, not others for them', async () => {
    const turns = createTurns({ maxRunning: 3, maxPerKey: 2 })
    const done: string[] = []
    const asked: Turn[] = ['ana', 'ana', 'ana', 'ana', 'ben'].map((of) => ({ of }))
    const all = asked.map((turn, place) => turns.run(ordered(done, `${turn.of} ${place}`), turn))
    expect(turns.waiting()).toBe(2)
    await Promise.all(all)
    expect(done.slice(0, 3).sort()).toEqual(['ana 0', 'ana 1', 'ben 4'])
    expect(done).toHaveLength(5)
  })

  test('drops requests that were cancelled, and continues', async () => {
    const turns = createTurns({ maxRunning: 1 })
    const done: string[] = []
    const { signal, abort } = withAbort()
    const first = turns.run(ordered(done, 'first'))
    const dropped = turns.run(ordered(done, 'dropped'), { signal })
    const last = turns.run(ordered(done, 'last'))
    abort()
    await expect(dropped).rejects.toThrow('gone')
    await Promise.all([first, last])
    expect([done, turns.waiting()]).toEqual([['first', 'last'], 0])
    await expect(turns.run(ordered(done, 'late'), { signal })).rejects.toThrow('gone')
  })
})

function withAbort() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort(new Error('gone')) }
}

test('cancels shared work when the last request for it is cancelled', async () => {
  const shared = createSharedWork<string>()
  const signals: AbortSignal[] = []
  const [ana, ben] = [withAbort(), withAbort()]
  const work = (signal: AbortSignal) => {
    signals.push(signal)
    return new Promise<string>((_, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason as Error)),
    )
  }
  const both = [shared.join('a', work, ana.signal), shared.join('a', work, ben.signal)]
  const ends = Promise.allSettled(both)
  ana.abort()
  await expect(both[0]).rejects.toThrow(ClientDisconnected)
  expect(signals.map(({ aborted }) => aborted)).toEqual([false])
  ben.abort()
  await ends
  expect([signals.map(({ aborted }) => aborted), shared.has('a')]).toEqual([[true], false])
  // A later request does not share the aborted work.
  await expect(shared.join('a', async () => 'made anew')).resolves.toBe('made anew')
})
