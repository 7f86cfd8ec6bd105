import { expect, test } from 'vitest'
import type { OnboardingTask } from '#contract/people/onboarding.ts'
import { subscription } from '#support/server/hosts/push-service.ts'
import { upload } from '#support/server/links/uploading.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()

const PAGES = '/v2/my/pages/'
const SOCIAL = '/v2/my/socialmedialinks/'
const PROFILE = '/v2/my/profile/public/update_profile/'
const COLLECTIONS = '/v2/my/collections/regular/'
const NAMES = { first_name: 'Ana', last_name: 'Example', contact_email: 'ana@ana.example' }

type Answer = { results: OnboardingTask[]; next: string | null; count: number }
const tasksOf = (person: Person, query = '') =>
  person.get<Answer>(`/v2/my/onboarding/tasks/${query}`)
const done = ({ results }: Answer) => results.filter(({ is_done }) => is_done).map(({ id }) => id)

const idOf = async (answer: Promise<Response>) =>
  (await (await answer).json()) as { id: number; uuid: string }

test('limit returns that many tasks, and the rest is on the next page (R-490)', async () => {
  const ana = await signUp(server)
  const two = await tasksOf(ana, '?page_size=2')
  expect(two.results.map(({ id }) => id)).toEqual(['first_link', 'publish_page'])
  expect(two.count).toBe(6)
  const rest = await ana.get<Answer>(two.next ?? '')
  expect(rest.results.map(({ id }) => id)).toEqual(['social_link', 'profile_picture'])
  expect((await tasksOf(ana, '?page_size=3')).results).toHaveLength(3)
  expect((await tasksOf(ana)).next).toBeNull()
})

test('completed tasks are listed last; an undone one returns to its place (R-508, D-90)', async () => {
  const [ana, bea] = [await signUp(server), await signUp(server)]
  const doneNow = async () => done(await tasksOf(ana))
  expect(await doneNow()).toEqual([])
  await ana.send('POST', '/v2/my/links/', { url: 'https://shop.example/lamp' })
  const page = await idOf(ana.send('POST', PAGES, { slug: 'tasks-of-ana', title: 'Ana' }))
  expect(await doneNow()).toEqual(['first_link'])
  await ana.send('PATCH', `${PAGES}${page.id}/`, { is_published: true })
  const social = await idOf(
    ana.send('POST', SOCIAL, { account_url: 'https://www.instagram.com/ana' }),
  )
  const { id: picture } = await upload(server, ana, undefined, 'profile')
  await ana.send('PUT', PROFILE, { ...NAMES, image_upload_id: picture })
  expect(await doneNow()).toEqual(['first_link', 'publish_page', 'social_link', 'profile_picture'])
  const { json } = subscription('https://push.example/send/tasks-of-ana')
  const device = await idOf(ana.send('POST', '/v1/wp/', { ...json, browser: 'CHROME' }))
  const lamps = await idOf(ana.send('POST', COLLECTIONS, { name: 'Lamps' }))
  expect(await doneNow()).toHaveLength(6)

  await ana.send('DELETE', `/v1/wp/${device.id}/`)
  await ana.send('DELETE', `${SOCIAL}${social.id}/`)
  const all = await tasksOf(ana)
  expect(all.results.map(({ id }) => id).slice(0, 2)).toEqual(['social_link', 'notifications'])
  expect(all.results.map(({ is_done }) => is_done)).toEqual([false, false, true, true, true, true])
  await ana.send('PATCH', `${PAGES}${page.id}/`, { is_published: false })
  await ana.send('DELETE', `${COLLECTIONS}${lamps.uuid}/`)
  await ana.send('PUT', PROFILE, { ...NAMES, image_upload_id: null })
  expect(await doneNow()).toEqual(['first_link'])
  expect(done(await tasksOf(bea))).toEqual([])
})

test('a task has a name, a sentence and an address in the app', async () => {
  const { results } = await tasksOf(await signUp(server))
  for (const task of results) {
    expect(task.title).not.toBe('')
    expect(task.text).not.toBe('')
    expect(task.url).toMatch(/^\//)
  }
})
