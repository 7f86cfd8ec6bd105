import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { leavers, users } from '../../../../server/platform/db/schema.ts'
import { addPage } from '#support/server/page/pages.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()

const asked = async (person: Person) => (await person.send('GET', '/v1/users/me')).json()

test('the current user is the one who signed up (R-108, R-118, A-008)', async () => {
  const ana = await signUp(server, 'ana@people.example')
  const answer = await ana.send('GET', '/v1/users/me')
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({
    uuid: ana.uuid,
    email: 'ana@people.example',
    name_first: '',
    name_last: '',
    is_email_confirmed: false,
    phone: null,
    has_page: false,
    deletion_requested_at: null,
    avatar_url: null,
  })
})

test('the current user has a field for their own page (A-008)', async () => {
  const [ana, ben] = [await signUp(server), await signUp(server)]
  await addPage(ana)
  expect(await asked(ana)).toMatchObject({ has_page: true })
  expect(await asked(ben)).toMatchObject({ has_page: false })
})

test('the current user has the time of a requested deletion, if a session still exists (A-008)', async () => {
  const ana = await signUp(server)
  const requestedAt = new Date('2031-02-03T04:05:06Z')
  const row = { userId: ana.uuid, requestedAt, deletionAt: new Date('2031-03-05T04:05:06Z') }
  await server.deps.db.insert(leavers).values(row)
  expect(await asked(ana)).toMatchObject({ deletion_requested_at: requestedAt.toISOString() })
})

test('a name is returned as text, whatever it contains (R-108)', async () => {
  const bo = await signUp(server)
  const name = `<img src=x onerror=alert(1)>'; drop table users; --`
  await server.deps.db.update(users).set({ nameFirst: name }).where(eq(users.id, bo.uuid))
  const answer = await bo.send('GET', '/v1/users/me')
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  expect(await answer.json()).toMatchObject({ name_first: name })
})

test('each user sees only their own data (R-094)', async () => {
  const [cara, dan] = await Promise.all([signUp(server), signUp(server)])
  const emails = await Promise.all(
    [cara, dan].map(async (one) => await one.get<object>('/v1/users/me/')),
  )
  expect(emails).toMatchObject([{ email: cara.email }, { email: dan.email }])
})

test('the logging endpoint answers null: chat is built in (R-110, R-119, D-31)', async () => {
  const ana = await signUp(server)
  expect(await ana.get('/v1/logging')).toEqual({ sendbird_app_id: null })
})
