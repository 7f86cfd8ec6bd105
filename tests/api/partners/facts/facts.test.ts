import { expect, test } from 'vitest'
import type { Facts } from '#contract/facts.ts'
import { notifyExportReady } from '../../../../server/people/activity/activity.ts'
import { pages } from '../../../../server/platform/db/schema.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()

const factsOf = (person: Person) => person.get<Facts>('/v2/my/facts/')

test('the facts contain what every screen shows around its content, for each user (R-062, R-462)', async () => {
  const [ana, bea] = [await signUp(server), await signUp(server)]
  const none = {
    unread: { total: 0, groups: { clicks: 0, commission: 0, special: 0 } },
    unread_messages: 0,
  }
  const onboarding = { step: 'profileMode', intro: true, tasks: false }
  const expected = { ...none, has_page: false, banner: null, invitations: 0, onboarding }
  expect(await factsOf(ana)).toEqual(expected)
  await server.deps.db
    .insert(pages)
    .values({ userId: ana.uuid, slug: 'facts-of-ana', title: 'Ana' })
  await server.deps.db.transaction((tx) =>
    notifyExportReady(tx, { userId: ana.uuid, id: 1, name: 'The export of your links', rows: 3 }),
  )
  const unread = { total: 1, groups: { clicks: 0, commission: 0, special: 1 } }
  expect(await factsOf(ana)).toEqual({
    ...none,
    unread,
    has_page: true,
    banner: null,
    invitations: 0,
    onboarding,
  })
  expect(await factsOf(bea)).toEqual({
    ...none,
    has_page: false,
    banner: null,
    invitations: 0,
    onboarding,
  })
})
