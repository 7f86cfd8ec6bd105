import { expect, vi } from 'vitest'
import { LOGIN, open } from '#support/server/hosts/login-pages.ts'
import { mailsTo } from '#support/server/links/outbox.ts'
import { newEmail, PASSWORD, signIn, signUp, type Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { withPeople } from '#support/server/creator.ts'

const CHANGE = '/v1/users/me/password'
const NEW = 'another four unlike words'

const server = await startTestServer({ jobs: true })
const test = withPeople(server)

async function change(ana: Person, password: string, new_password: string, key?: string) {
  const headers = key === undefined ? {} : { 'Idempotency-Key': key }
  const answer = await ana.send('PUT', CHANGE, { password, new_password }, headers)
  const body = answer.status === 204 ? {} : ((await answer.json()) as { errors?: object })
  return [answer.status, body.errors] as const
}

test('a new password ends all other sessions, and the user is notified by email', async ({
  ana,
}) => {
  const phone = await signIn(server, ana)
  const pending = newEmail()
  await ana.send('POST', '/v1/users/me/email', { email: pending, password: PASSWORD })
  expect(await change(ana, PASSWORD, NEW)).toEqual([204, undefined])
  expect((await ana.send('GET', '/v1/users/me')).status).toBe(200)
  expect((await phone.send('GET', '/v1/users/me')).status).toBe(401)
  expect(await ana.get('/v1/users/me/email')).toMatchObject({ pending_email: null })
  const { email } = ana
  const old = await (await open(server, LOGIN)).submit({ email, password: PASSWORD })
  expect(old.status).toBe(400)
  expect((await signIn(server, { email, password: NEW })).uuid).toBe(ana.uuid)
  const subject = 'Subject: Your Split password was changed'
  await vi.waitFor(
    () => expect(mailsTo(server, email).filter((mail) => mail.includes(subject))).toHaveLength(1),
    { timeout: 20_000 },
  )
})

test('the rules are those of the sign-up, and the old password is required', async ({ ana }) => {
  const refused = async (password: string, next: string) => (await change(ana, password, next))[1]
  expect(await refused('', NEW)).toEqual({ password: ['Enter your password.'] })
  expect(await refused('wrong', NEW)).toEqual({
    password: ['This password is wrong. Check it and try again.'],
  })
  for (const [weak, words] of [
    ['short', 'Use at least 8 characters.'],
    ['password1', 'This password is too easy to guess. Try a few unrelated words.'],
    [ana.email, 'Your email is too easy to guess.'],
    [PASSWORD, 'This is your current password. Choose a different one.'],
  ] as const)
    expect(await refused(PASSWORD, weak)).toEqual({ new_password: [words] })
  expect((await signIn(server, ana)).uuid).toBe(ana.uuid)
})

test('a stolen session cannot guess the password, not even with new idempotency keys', async () => {
  const ana = await signUp(server)
  const statuses: number[] = []
  for (let tries = 0; tries < 12; tries += 1)
    statuses.push((await change(ana, `guess ${tries}`, NEW, crypto.randomUUID()))[0])
  expect(statuses).toEqual([...Array<number>(10).fill(400), 429, 429])
  expect((await change(ana, PASSWORD, NEW))[0]).toBe(429)
})

test('a change with a lost answer is made once', async ({ ana }) => {
  const key = crypto.randomUUID()
  expect((await change(ana, PASSWORD, NEW, key))[0]).toBe(204)
  expect((await change(ana, PASSWORD, NEW, key))[0]).toBe(204)
})
