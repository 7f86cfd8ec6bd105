import { expect, test } from 'vitest'
import type { Category } from '#contract/people/onboarding.ts'
import { applyContent } from '#support/server/onboarding.ts'
import { signUp } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { newCreatorPerTest } from '#support/server/creator.ts'

const PATH = '/v2/my/categories/'

const server = await startTestServer()
await applyContent(server, 'categories: [Home, Beauty, Books, { name: Old, archived: true }]')
const ana = newCreatorPerTest(server)

const read = async (answer: Promise<Response>) =>
  ((await (await answer).json()) as { results: Category[] }).results
const all = (person = ana) => read(person.send('GET', PATH))
const chosen = (categories: Category[]) =>
  categories.filter(({ selected }) => selected).map(({ name }) => name)
const ids = async () => Object.fromEntries((await all()).map(({ id, name }) => [name, id]))

test('the operator’s categories in the operator’s order, without hidden ones (R-495, R-499)', async () => {
  const categories = await all()
  expect(categories.map(({ name }) => name)).toEqual(['Home', 'Beauty', 'Books'])
  expect(categories[0]).toEqual({ id: expect.any(Number), name: 'Home', selected: false })
})

test('PUT replaces the choice, PATCH adds to it (R-496, R-497)', async () => {
  const { Home, Beauty, Books } = await ids()
  const put = await read(ana.send('PUT', PATH, [{ id: Home, selected: true }, { id: Beauty }]))
  expect(chosen(put)).toEqual(['Home', 'Beauty'])
  const patched = await read(
    ana.send('PATCH', PATH, [
      { id: Books, selected: true },
      { id: Home, selected: false },
    ]),
  )
  expect(chosen(patched)).toEqual(['Beauty', 'Books'])
  const named = await read(ana.send('PUT', PATH, { categories: [{ id: Home, selected: true }] }))
  expect(chosen(named)).toEqual(['Home'])
  expect(chosen(await all(await signUp(server)))).toEqual([])
})

test('one category is added and removed (R-498)', async () => {
  const { Home } = await ids()
  const put = await ana.send('PUT', `${PATH}${Home}/`, { selected: true })
  expect(await put.json()).toEqual({ id: Home, name: 'Home', selected: true })
  expect(chosen(await all())).toEqual(['Home'])
  await ana.send('PATCH', `${PATH}${Home}/`, { selected: false })
  expect(chosen(await all())).toEqual([])
  const patched = await ana.send('PATCH', `${PATH}${Home}/`, { selected: true })
  expect(await patched.json()).toEqual({ id: Home, name: 'Home', selected: true })
  await ana.send('PUT', `${PATH}${Home}/`, { selected: false })
  expect(chosen(await all())).toEqual([])
})

test('an unknown category is refused, and the whole list with it', async () => {
  const { Home } = await ids()
  const refused = await ana.send('PUT', PATH, [{ id: Home }, { id: 999_999 }])
  expect(refused.status).toBe(400)
  expect(await refused.json()).toEqual({
    errors: { non_field_errors: ['One of these categories does not exist.'] },
  })
  expect(chosen(await all())).toEqual([])
  expect((await ana.send('PATCH', `${PATH}999999/`, { selected: true })).status).toBe(404)
  expect((await ana.send('PATCH', `${PATH}x/`, { selected: true })).status).toBe(404)
  expect((await ana.send('PUT', PATH, 'lamp')).status).toBe(400)
})
