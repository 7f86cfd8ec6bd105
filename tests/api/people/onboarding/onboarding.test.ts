import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Facts } from '#contract/facts.ts'
import { onboardings } from '../../../../server/platform/db/schema.ts'
import { signUp } from '#support/server/people.ts'
import {
  applyContent,
  CHROME,
  FULL_CONTENT,
  FIREFOX,
  readyPerson,
  SAFARI,
  walkToEnd,
  onboardingSteps,
} from '#support/server/onboarding.ts'
import { startTestServer, type TestServer } from '#support/server/test-app.ts'
import { statusAndBody } from '#support/server/asking.ts'

const server = await startTestServer()
const { providers } = server.deps.config
providers.instagram.app = { id: 'ig', secret: 'secret' }
await applyContent(server, FULL_CONTENT)
/** Server without optional settings and content. `server` has all of them. */
const bare = await startTestServer()

/** Order of the specification (section 4), written down here so that a reordered constant fails. */
const STEPS =
  'profileMode instagram profile categories chromeExtension firefoxExtension safariExtension notifications earningsInfo bonus summary'.split(
    ' ',
  )
const without = (...left: string[]) => STEPS.filter((step) => !left.includes(step))
const EXTENSIONS = ['chromeExtension', 'firefoxExtension', 'safariExtension']
const othersThan = (own: string) => EXTENSIONS.filter((name) => name !== own)

test.each([
  ['Chrome', CHROME, 'chromeExtension'],
  ['Firefox', FIREFOX, 'firefoxExtension'],
  ['Safari', SAFARI, 'safariExtension'],
])(
  'in %s the steps come in their order, with its own extension alone (R-478, R-479, R-489, R-501, R-505)',
  async (_name, browser, own) => {
    const steps = onboardingSteps(await readyPerson(server), { browser })
    expect(await walkToEnd(steps)).toEqual(without(...othersThan(own)))
    expect(await steps.current()).toMatchObject({ current: null, next: null, previous: null })
  },
)

test.each([
  [
    'Chrome on a phone',
    `${CHROME.replace('Windows NT 10.0; Win64; x64', 'Linux; Android 10; K')} Mobile`,
  ],
  ['Edge', `${CHROME} Edg/140.0.0.0`],
  ['Opera', `${CHROME} OPR/120.0.0.0`],
  [
    'Chrome on an iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0.0.0 Mobile/15E148 Safari/604.1',
  ],
  ['one that says nothing of itself', ''],
])('in %s no extension is named (R-501)', async (_name, browser) => {
  const steps = onboardingSteps(await readyPerson(server), { browser })
  expect(await walkToEnd(steps)).toEqual(without(...EXTENSIONS))
  for (const name of EXTENSIONS) expect((await steps.ask('GET', name)).status).toBe(404)
})

test('steps that do not apply are left out: apps, extensions, categories, bonus (D-87)', async () => {
  const person = await readyPerson(bare)
  const left = without('instagram', 'categories', ...EXTENSIONS, 'bonus')
  expect(await walkToEnd(onboardingSteps(person))).toEqual(left)
  const other = await readyPerson(bare)
  expect(await walkToEnd(onboardingSteps(other, { notifications: 'granted' }))).toEqual(
    left.filter((step) => step !== 'notifications'),
  )
})

test('a step has texts, a next and a previous step (R-480, R-481, R-486, R-487)', async () => {
  const person = await signUp(server)
  const steps = onboardingSteps(person)
  expect((await steps.ask('GET', 'current')).status).toBe(200)
  expect(await steps.current()).toEqual({
    current: {
      frontend_identifier: 'profileMode',
      title: 'How will you use Split?',
      texts: expect.arrayContaining([
        { identifier: 'creator', text: 'I share things I like and earn when people buy.' },
      ]),
    },
    next: 'instagram',
    previous: null,
    position: 1,
    count: 9,
  })
  const here = { current: { frontend_identifier: 'categories' }, position: 4 }
  const around = { next: 'chromeExtension', previous: 'profile' }
  expect(await steps.read('categories')).toMatchObject({ ...here, ...around })
  // Reading a step does not change the position.
  expect((await steps.current()).position).toBe(1)
  for (const [method, path] of [
    ['GET', 'nothing'],
    ['POST', 'nothing/go_to_next'],
    ['POST', 'nothing/go_to_previous'],
  ] as const)
    expect((await steps.ask(method, path)).status).toBe(404)
})

test('every step has a title and named texts (R-480)', async () => {
  const steps = onboardingSteps(await readyPerson(server))
  for (const name of without(...othersThan('chromeExtension'))) {
    const { current } = await steps.read(name)
    expect(current).toMatchObject({ frontend_identifier: name, title: expect.stringMatching(/\w/) })
    for (const one of current?.texts ?? [])
      expect(one).toEqual({ identifier: expect.stringMatching(/^\w+$/), text: expect.any(String) })
    expect(current?.texts.length, name).toBeGreaterThan(0)
  }
})

test('users can go back step by step, up to the first (R-488)', async () => {
  const steps = onboardingSteps(await readyPerson(server))
  await steps.next('profileMode')
  await steps.next('instagram')
  expect((await steps.previous('profile')).current?.frontend_identifier).toBe('instagram')
  expect((await steps.current()).current?.frontend_identifier).toBe('instagram')
  expect((await steps.previous('instagram')).current?.frontend_identifier).toBe('profileMode')
  expect((await steps.previous('profileMode')).current?.frontend_identifier).toBe('profileMode')
})

test('a creator needs a mode and a name to go on, and cannot skip steps (R-095)', async () => {
  const person = await signUp(server)
  const steps = onboardingSteps(person)
  const refused = await steps.ask('POST', 'profileMode/go_to_next')
  const errors = { is_creator: ['Choose creator or shopper.'] }
  expect(await statusAndBody(refused)).toEqual([400, { errors }])
  expect((await steps.next('bonus')).current?.frontend_identifier).toBe('profileMode')
  await person.send('PATCH', '/v2/my/settings/', { is_creator: true })
  await steps.next('profileMode')
  await steps.next('instagram')
  const nameless = await steps.ask('POST', 'profile/go_to_next')
  expect(nameless.status).toBe(400)
  expect(await nameless.json()).toHaveProperty('errors.first_name')
})

test('shoppers need no public profile (D-15)', async () => {
  const person = await signUp(server)
  const steps = onboardingSteps(person)
  await person.send('PATCH', '/v2/my/settings/', { is_creator: false })
  await steps.next('profileMode')
  await steps.next('instagram')
  expect((await steps.next('profile')).current?.frontend_identifier).toBe('categories')
})

test('the server decides about the next step, even if the steps change meanwhile', async () => {
  const steps = onboardingSteps(await readyPerson(server))
  await server.deps.db.update(onboardings).set({ step: 'bonus' })
  expect((await steps.current()).current?.frontend_identifier).toBe('bonus')
  await applyContent(server, 'bonus: false')
  const last = { current: { frontend_identifier: 'summary' }, previous: 'earningsInfo' }
  expect(await steps.current()).toMatchObject({ ...last, next: null })
  // A step that no longer exists leads to the one in its place.
  expect((await steps.read('bonus')).current?.frontend_identifier).toBe('summary')
  await applyContent(server, 'bonus: true')
  expect((await steps.previous('summary')).current?.frontend_identifier).toBe('bonus')
})

async function textsOf(of: TestServer, step: string) {
  const { current } = await onboardingSteps(await readyPerson(of)).read(step)
  return Object.fromEntries(
    (current?.texts ?? []).map(({ identifier, text }) => [identifier, text]),
  )
}

test('the claim is shown only with its basis, and the tiers are those that are paid (R-503, R-504, R-643, R-644)', async () => {
  const claim = { claim: 'Payouts are about 3x higher.', basis: 'Our sales of 2026.' }
  expect(await textsOf(server, 'earningsInfo')).toMatchObject(claim)
  expect(JSON.stringify(await textsOf(bare, 'earningsInfo'))).not.toContain('3x')
  const withoutBasis = 'onboarding: { earningsInfo: { title: Your money, text: "3x higher." } }'
  await applyContent(bare, withoutBasis)
  expect(JSON.stringify(await textsOf(bare, 'earningsInfo'))).not.toContain('3x')
  const tiers = await textsOf(server, 'bonus')
  expect([1, 2, 3, 4].map((tier) => [tiers[`sales_${tier}`], tiers[`bonus_${tier}`]])).toEqual([
    ['$100', '$10'],
    ['$1,000', '$100'],
    ['$10,000', '$1,000'],
    ['$100,000', '$10,000'],
  ])
})

test('after the onboarding there is no current step, and steps can be read separately (R-485)', async () => {
  const person = await readyPerson(server)
  const steps = onboardingSteps(person)
  const done = await person.send('PATCH', '/v2/my/onboarding/', { finished: true })
  expect(done.status).toBe(204)
  expect((await steps.current()).current).toBeNull()
  const alone = { current: { frontend_identifier: 'profileMode' }, next: null, previous: null }
  expect(await steps.read('profileMode')).toMatchObject(alone)
  expect((await steps.next('profileMode')).current).toBeNull()
  expect((await steps.ask('GET', 'firefoxExtension')).status).toBe(404)
})

test('users from before the onboarding skip it, and each user has their own state (R-506)', async () => {
  const [ana, old] = [await signUp(server), await signUp(server)]
  await server.deps.db.delete(onboardings).where(eq(onboardings.userId, old.uuid))
  const stateOf = async (person: typeof ana) =>
    (await person.get<Facts>('/v2/my/facts/')).onboarding
  expect(await stateOf(old)).toEqual({ step: null, intro: false, tasks: false })
  expect((await onboardingSteps(old).current()).current).toBeNull()
  expect((await onboardingSteps(old).next('profileMode')).current).toBeNull()

  expect(await stateOf(ana)).toEqual({ step: 'profileMode', intro: true, tasks: false })
  await ana.send('PATCH', '/v2/my/onboarding/', { intro_seen: true })
  expect(await stateOf(ana)).toEqual({ step: 'profileMode', intro: false, tasks: false })
  await ana.send('PATCH', '/v2/my/onboarding/', { finished: true })
  expect(await stateOf(ana)).toEqual({ step: null, intro: false, tasks: true })
  await ana.send('PATCH', '/v2/my/onboarding/', { tasks_closed: true })
  expect(await stateOf(ana)).toEqual({ step: null, intro: false, tasks: false })
  expect((await ana.send('PATCH', '/v2/my/onboarding/', { finished: false })).status).toBe(400)
})

test('two windows that press Next at once advance one step', async () => {
  const steps = onboardingSteps(await readyPerson(server))
  await Promise.all([steps.next('profileMode'), steps.next('profileMode')])
  expect((await steps.current()).current?.frontend_identifier).toBe('instagram')
})
