import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OnboardingTask } from '#contract/onboarding.ts'
import { collections, links, pages, socialLinks } from '../../../server/db/schema.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())

type Answer = { results: OnboardingTask[]; next: string | null; count: number }
const tasksOf = async (person: Person, query = '') =>
  (await (await person.send('GET', `/v2/my/onboarding/tasks/${query}`)).json()) as Answer
const done = ({ results }: Answer) => results.filter(({ is_done }) => is_done).map(({ id }) => id)

test('as many tasks as are asked for, the rest behind next (R-490)', async () => {
  const ana = await signUp(server)
  const two = await tasksOf(ana, '?page_size=2')
  expect(two.results.map(({ id }) => id)).toEqual(['first_link', 'publish_page'])
  expect(two.count).toBe(6)
  const rest = (await (await ana.send('GET', two.next ?? '')).json()) as Answer
  expect(rest.results.map(({ id }) => id)).toEqual(['social_link', 'profile_picture'])
  expect((await tasksOf(ana, '?page_size=3')).results).toHaveLength(3)
  expect((await tasksOf(ana)).next).toBeNull()
})

test('done is what has been done, and goes to the end; undone it comes back (R-508, D-90)', async () => {
  const [ana, bea] = [await signUp(server), await signUp(server)]
  expect(done(await tasksOf(ana))).toEqual([])
  const { db } = server.deps
  await ana.send('POST', '/v2/my/links/', { url: 'https://shop.example/lamp' })
  await db.insert(pages).values({ userId: ana.uuid, slug: 'tasks-of-ana', title: 'Ana' })
  expect(done(await tasksOf(ana))).toEqual(['first_link'])
  await db.update(pages).set({ isPublished: true })
  await ana.send('POST', '/v2/my/socialmedialinks/', {
    account_url: 'https://www.instagram.com/ana',
  })
  await ana.send('POST', '/v2/my/collections/regular/', { name: 'Lamps' })
  const all = await tasksOf(ana)
  expect(done(all)).toEqual(['first_link', 'publish_page', 'social_link', 'first_collection'])
  expect(all.results.map(({ is_done }) => is_done)).toEqual([false, false, true, true, true, true])
  for (const table of [socialLinks, collections, links]) await db.delete(table)
  expect(done(await tasksOf(ana))).toEqual(['publish_page'])
  expect(done(await tasksOf(bea))).toEqual([])
})

test('a task has a name, a sentence, and a place in the app', async () => {
  const { results } = await tasksOf(await signUp(server))
  for (const task of results) {
    expect(task.title).not.toBe('')
    expect(task.text).not.toBe('')
    expect(task.url).toMatch(/^\//)
  }
})
