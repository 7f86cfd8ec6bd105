import { useAtomValue } from 'jotai'
import { expect, test } from 'vitest'
import { factsAtom, hasTasksAtom } from '#app/facts/facts.ts'
import type { OnboardingTask } from '#contract/people/onboarding.ts'
import { revalidate } from '#live/sync/revalidate.ts'
import { fakeApi } from '#support/window/fake-api.ts'
import { aLink, answers, linksServer } from '#support/window/links-server.ts'
import { FACTS, TASKS } from '#support/window/onboarding.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { act, hrefOf, press, screen, waitFor } from '#support/window/on-screen.ts'
import { HomeTasks } from './home-tasks.tsx'

signInPerTest()

const task = (id: string, more: Partial<OnboardingTask> = {}): OnboardingTask => ({
  id,
  title: `Do ${id}`,
  text: 'It helps.',
  url: `/${id}`,
  is_done: false,
  ...more,
})

/** Renders the tasks as the home screen does. */
const Screen = () => useAtomValue(hasTasksAtom) && <HomeTasks />

async function open(results: OnboardingTask[]) {
  const api = fakeApi({
    [`GET ${TASKS}`]: { results, next: null },
    'PATCH /v2/my/onboarding/': new Response(null, { status: 204 }),
  })
  return { ...(await openHome()), api }
}

async function openHome() {
  const app = await renderAt('/', '/', Screen)
  const onboarding = { step: null, intro: false, tasks: true }
  act(() => app.store.set(factsAtom, { ...FACTS, onboarding }))
  return app
}

test('three tasks are shown, each linked to its screen, until they are closed (R-483, R-634)', async () => {
  const { api } = await open([task('links'), task('page'), task('faces', { is_done: true })])
  const region = await screen.findByRole('region', { name: 'To try next' })
  expect(region.querySelectorAll('li')).toHaveLength(3)
  expect(hrefOf(/Do page/)).toBe('/page')
  expect(api.requests[0]?.query.get('page_size')).toBe('3')
  await press('Close suggestions')
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull())
  expect(api.sentTo('PATCH /v2/my/onboarding/')).toEqual([{ tasks_closed: true }])
})

test('when all tasks are done nothing is shown', async () => {
  const { api } = await open([task('links', { is_done: true })])
  await api.quiet()
  expect(screen.queryByRole('region')).toBeNull()
})

test('a task with an address outside the app is left out', async () => {
  await open([task('links'), task('away', { url: '//elsewhere.example' })])
  const region = await screen.findByRole('region', { name: 'To try next' })
  expect(region.querySelectorAll('li')).toHaveLength(1)
})

test('a link created meanwhile completes the first task (R-508)', async () => {
  const server = linksServer([])
  let isDone = false
  server.instead(({ path }) => {
    const results = [task('page'), task('link', { is_done: isDone })]
    return path === TASKS ? answers.json({ results, next: null }) : undefined
  })
  await act(() => revalidate('links'))
  await openHome()
  expect(await screen.findByText('Do link')).toBeTruthy()
  expect(screen.queryByText('Done')).toBeNull()
  isDone = true
  server.put(aLink('Oak lamp'))
  await act(() => revalidate('links'))
  expect(await screen.findByText('Done')).toBeTruthy()
})
