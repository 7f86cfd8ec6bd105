import { describe, expect } from 'vitest'
import type { ParameterSet } from '#contract/links/parameter-sets.ts'
import { ask, expectRefused, fieldError } from '#support/server/asking.ts'
import { withPeople } from '#support/server/creator.ts'
import type { Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()
const test = withPeople(server)

const SETS = '/v2/my/parameter-sets/'
const STORY = [
  { name: 'utm_source', value: 'instagram' },
  { name: 'utm_medium', value: 'story' },
  { name: 'subid', value: 'ana-1' },
]

type One = { result: ParameterSet }
const create = (person: Person, body: object, headers?: Record<string, string>) =>
  ask<One>(person, 'POST', SETS, body, headers)
const list = async (person: Person) =>
  (await ask<{ results: ParameterSet[] }>(person, 'GET', SETS)).body.results
const pathOf = ({ body }: { body: One }) => `${SETS}${body.result.uuid}/`

describe('a parameter set', () => {
  test('is created, listed by name, read, changed and deleted', async ({ ana }) => {
    const made = await create(ana, { name: '  Story ', parameters: STORY })
    expect(made.status).toBe(201)
    expect(made.body.result).toMatchObject({ name: 'Story', parameters: STORY })
    await create(ana, { name: 'bio', parameters: [{ name: 'ref', value: 'bio' }] })
    expect((await list(ana)).map(({ name }) => name)).toEqual(['bio', 'Story'])
    const path = pathOf(made)
    expect((await ask<One>(ana, 'GET', path)).body.result).toEqual(made.body.result)

    const renamed = await ask<One>(ana, 'PATCH', path, { name: 'Stories' })
    expect(renamed.body.result).toMatchObject({ name: 'Stories', parameters: STORY })
    const one = [{ name: 'ref', value: 'x' }]
    const changed = await ask<One>(ana, 'PATCH', path, { parameters: one })
    expect(changed.body.result).toMatchObject({ name: 'Stories', parameters: one })

    expect((await ask(ana, 'DELETE', path)).status).toBe(204)
    expect((await ask(ana, 'GET', path)).status).toBe(404)
    expect((await ask(ana, 'DELETE', path)).status).toBe(404)
    expect((await list(ana)).map(({ name }) => name)).toEqual(['bio'])
  })

  test('is created once if the request is repeated', async ({ ana }) => {
    const headers = { 'Idempotency-Key': 'set-1' }
    const body = { name: 'Story', parameters: STORY }
    const [first, second] = [await create(ana, body, headers), await create(ana, body, headers)]
    expect(second.body).toEqual(first.body)
    expect(await list(ana)).toHaveLength(1)
  })

  test('has a name that differs from others by more than case and accents', async ({
    ana,
    eve,
  }) => {
    const made = await create(ana, { name: 'Café', parameters: STORY })
    const taken = fieldError('name', 'You already have a set named “Café”.')
    expect(await create(ana, { name: 'CAFE', parameters: STORY })).toEqual(taken)
    const other = await create(ana, { name: 'Bio', parameters: STORY })
    expect(await ask(ana, 'PATCH', pathOf(other), { name: 'cafe' })).toEqual(taken)
    // Its own name in another spelling, and the names of other people, are free.
    expect((await ask(ana, 'PATCH', pathOf(made), { name: 'café' })).status).toBe(200)
    expect((await create(eve, { name: 'Café', parameters: STORY })).status).toBe(201)
  })

  test('belongs to one user', async ({ ana, eve }) => {
    const path = pathOf(await create(ana, { name: 'Story', parameters: STORY }))
    for (const [method, body] of [['GET'], ['PATCH', { name: 'Eve' }], ['DELETE']] as const)
      expect((await ask(eve, method, path, body)).status, method).toBe(404)
    expect(await list(eve)).toEqual([])
    expect((await list(ana)).map(({ name }) => name)).toEqual(['Story'])
  })

  test('writes campaign names in lower case and keeps others', async ({ ana }) => {
    const parameters = [
      { name: 'UTM_Source', value: 'x' },
      { name: 'subId', value: 'y' },
    ]
    const { body } = await create(ana, { name: 'Cases', parameters })
    expect(body.result.parameters.map(({ name }) => name)).toEqual(['utm_source', 'subId'])
  })

  test('is refused on the wrong field', async ({ ana }) => {
    const many = Array.from({ length: 21 }, (_, i) => ({ name: `p${i}`, value: 'x' }))
    for (const [body, field] of [
      [{ parameters: STORY }, 'name'],
      [{ name: ' ', parameters: STORY }, 'name'],
      [{ name: 'x'.repeat(61), parameters: STORY }, 'name'],
      [{ name: 'a' }, 'parameters'],
      [{ name: 'a', parameters: [] }, 'parameters'],
      [{ name: 'a', parameters: many }, 'parameters'],
      [{ name: 'a', parameters: [{ name: 'a b', value: 'x' }] }, 'parameters'],
      [{ name: 'a', parameters: [{ name: '', value: 'x' }] }, 'parameters'],
      [{ name: 'a', parameters: [{ name: 'a&b', value: 'x' }] }, 'parameters'],
      [{ name: 'a', parameters: [{ name: 'a', value: ' ' }] }, 'parameters'],
      [{ name: 'a', parameters: [{ name: 'a', value: 'x'.repeat(201) }] }, 'parameters'],
      [{ name: 'a', parameters: [...STORY, { name: 'SUBID', value: 'x' }] }, 'parameters'],
    ] as const) {
      await expectRefused(create(ana, body), field, body)
    }
    expect((await create(ana, { name: 'a', parameters: many.slice(1) })).status).toBe(201)
  })

  test('can exist 50 times', async ({ ana }) => {
    for (let n = 0; n < 50; n += 1)
      expect((await create(ana, { name: `Set ${n}`, parameters: STORY })).status).toBe(201)
    const full = fieldError('non_field_errors', 'You can have 50 parameter sets.')
    expect(await create(ana, { name: 'One more', parameters: STORY })).toEqual(full)
  })
})
