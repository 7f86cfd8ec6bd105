import { describe, expect, vi } from 'vitest'
import type { EmailState } from '#contract/people/account.ts'
import { authToken, LOGIN, open, SIGN_UP } from '#support/server/hosts/login-pages.ts'
import { startMailServer } from '#support/server/hosts/mail-server.ts'
import { lettersIn, linkIn, passwordLink } from '#support/server/letters.ts'
import { newEmail, PASSWORD, signIn, signUp, type Person } from '#support/server/people.ts'
import { createTestServer, startTestServer, refusalOf } from '#support/server/test-app.ts'
import { withPeople } from '#support/server/creator.ts'
import { forThisFile } from '#support/server/for-this-file.ts'
import { statusesOf, expectTooMany, statusAndBody } from '#support/server/asking.ts'

const EMAIL = '/v1/users/me/email'
const CONFIRM = '/v1/users/me/email-confirmation'
const AGAIN = '/v1/users/me/second-email-confirmation'

const post = await forThisFile(startMailServer())
const server = await startTestServer({ jobs: true, smtpUrl: post.url })
const test = withPeople(server)

const { allLettersTo, lettersTo, confirmationsTo, lettersAt } = lettersIn(post)

const state = (ana: Person) => ana.get<EmailState>(EMAIL)

type Answer = EmailState & { errors?: Record<string, string[]> }

async function ask(ana: Person, email: string, password = PASSWORD) {
  const answer = await ana.send('POST', EMAIL, { email, password })
  return { status: answer.status, body: (await answer.json()) as Answer }
}

/** Requests a change of email and returns the link sent to the new address. */
async function asked(ana: Person, email = newEmail()) {
  expect((await ask(ana, email)).status).toBe(200)
  const [letter] = await lettersAt(email, 1)
  return { email, link: linkIn(letter) }
}

/** Opens the page of a link in a mail. `press` also submits its form. */
const look = (link: string) => open(server, link)
const press = async (link: string) => (await look(link)).submit({})

test('a new email has to be confirmed, and the old address is notified (R-452, R-453, A-015, A-016, A-019)', async () => {
  const ana = await signUp(server)
  await lettersAt(ana.email, 1, confirmationsTo)
  await vi.waitFor(async () => expect((await state(ana)).sent_at).not.toBeNull())
  const { email, link } = await asked(ana)
  const [told] = await lettersAt(ana.email, 1)
  expect(told?.subject).toBe('Your Split email is about to change')
  expect(told?.text).toContain(email)
  expect(told?.text).not.toContain('/confirm-email/')
  await vi.waitFor(async () => expect((await state(ana)).sent_at).not.toBeNull())
  expect(await state(ana)).toMatchObject({ email: ana.email, pending_email: email })

  // Opening the link, as mail scanners do, changes nothing.
  for (let times = 0; times < 3; times += 1) expect((await look(link)).html).toContain(email)
  expect(await state(ana)).toMatchObject({ email: ana.email, pending_email: email })

  const done = await press(link)
  expect([done.status, /<h1>(.*)<\/h1>/.exec(done.html)?.[1]]).toEqual([200, 'Email confirmed'])
  expect(await state(ana)).toMatchObject({ email, is_confirmed: true, pending_email: null })
  expect((await lettersAt(ana.email, 2))[1]?.subject).toBe('Your Split email was changed')
})

test('sessions survive a change of email, and only the new email can sign in', async ({ ana }) => {
  const { email, link } = await asked(ana)
  await press(link)
  expect((await ana.send('GET', '/v1/users/me')).status).toBe(200)
  expect((await signIn(server, { email, password: PASSWORD })).uuid).toBe(ana.uuid)
  const old = await (await open(server, LOGIN)).submit({ email: ana.email, password: PASSWORD })
  expect(old.status).toBe(400)
  // The address is free for a new user.
  expect((await signUp(server, ana.email)).uuid).not.toBe(ana.uuid)
})

test('a change of email invalidates password links in the old mailbox', async ({ ana }) => {
  await ana.send('POST', '/v1/send-set-password-link')
  const path = passwordLink((await lettersAt(ana.email, 1))[0])
  expect((await open(server, path)).status).toBe(200)
  await press((await asked(ana)).link)
  expect((await open(server, path)).status).toBe(400)
})

test('a change of email needs the password, and attempts are counted despite new keys', async () => {
  const ana = await signUp(server)
  const missing = { password: ['Enter your password to change your email.'] }
  expect((await ask(ana, newEmail(), '')).body.errors).toEqual(missing)
  const statuses = await statusesOf(12, (tries) => {
    const guess = { email: newEmail(), password: `guess ${tries}` }
    const key = { 'Idempotency-Key': crypto.randomUUID() }
    return ana.send('POST', EMAIL, guess, key)
  })
  expect(statuses).toEqual([...Array<number>(10).fill(400), 429, 429])
  expectTooMany(await ana.send('POST', EMAIL, { email: newEmail(), password: PASSWORD }))
})

describe('whether an address has an account', () => {
  test('is shown to signed-in users with their password (R-452)', async ({ ana, ben }) => {
    const wrong = { password: ['This password is wrong. Check it and try again.'] }
    expect((await ask(ana, ben.email, 'wrong')).body.errors).toEqual(wrong)
    expect(await ask(ana, ben.email.toUpperCase())).toMatchObject({
      status: 400,
      body: { errors: { email: ['An account with this email already exists.'] } },
    })
    expect(lettersTo(ben.email)).toEqual([])
  })

  test('can be asked a few times an hour', async ({ ana, ben }) => {
    const statuses = await statusesOf(7, () => ask(ana, ben.email))
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429])
  })

  test('is shown by the page if somebody else was faster', async ({ ana, ben }) => {
    const { email, link } = await asked(ana)
    expect((await ask(ben, email)).status).toBe(200)
    const bens = linkIn((await lettersAt(email, 2))[1])
    await press(link)
    const late = await press(bens)
    expect(late.status).toBe(409)
    expect(late.html).toContain('This address is taken')
    expect(await state(ben)).toMatchObject({ email: ben.email, is_confirmed: false })
  })
})

test('the mail to the new address can be sent again with the same link, a few times (R-454, A-018)', async () => {
  const ana = await signUp(server)
  const errors = { non_field_errors: ['There is no pending change of your email.'] }
  expect(await statusAndBody(await ana.send('GET', AGAIN))).toEqual([400, { errors }])
  const { email, link } = await asked(ana)
  expect(await ana.get(AGAIN)).toMatchObject({ pending_email: email })
  expect(linkIn((await lettersAt(email, 2))[1])).toBe(link)
  expect((await ana.send('GET', AGAIN)).status).toBe(200)
  expectTooMany(await ana.send('GET', AGAIN))
  expect(new Set((await lettersAt(email, 3)).map(({ messageId }) => messageId)).size).toBe(3)
})

test('after too many wrong keys of one address others wait, and the right key works', async () => {
  const { link } = await asked(await signUp(server))
  const wrong = '/confirm-email/no-such-key'
  expect((await look(wrong)).status).toBe(404)
  await server.deps.sql`
    update throttle set count = 60 where key like 'wrongMailKeysByAddress:%'`
  expect((await look(wrong)).status).toBe(429)
  expect((await look(link)).status).toBe(200)
  expect((await press(link)).status).toBe(200)
  await server.deps.sql`delete from throttle where key like 'wrongMailKeysByAddress:%'`
})

test('mails of many users to one address are limited', async () => {
  const email = newEmail()
  const statuses = await statusesOf(5, async () => ask(await signUp(server), email))
  expect(statuses).toEqual([200, 200, 200, 429, 429])
})

test('a new account gets a confirmation mail, once (A-015)', async ({ ana }) => {
  const [letter] = await lettersAt(ana.email, 1, confirmationsTo)
  expect(letter?.subject).toBe('Confirm your email for Split')
  await vi.waitFor(async () =>
    expect(await state(ana)).toEqual({
      email: ana.email,
      is_confirmed: false,
      confirmed_at: null,
      pending_email: null,
      sent_at: expect.any(String) as string,
      delivery: 'smtp',
    }),
  )
  expect((await press(linkIn(letter))).html).toContain('<h1>Email confirmed</h1>')
  expect(await state(ana)).toMatchObject({ email: ana.email, is_confirmed: true })
  const page = await open(server, SIGN_UP)
  expect((await page.submit({ email: ana.email, password: PASSWORD })).status).toBe(400)
  await signIn(server, ana)
  expect(allLettersTo(ana.email)).toHaveLength(1)
})

test('the current address is confirmed in the same way (R-451, A-017)', async ({ ana }) => {
  const [first] = await lettersAt(ana.email, 1, confirmationsTo)
  expect((await ana.send('POST', CONFIRM, {})).status).toBe(200)
  const [, letter] = await lettersAt(ana.email, 2, confirmationsTo)
  expect(linkIn(letter)).toBe(linkIn(first))
  const key = linkIn(letter).split('/').at(-1)
  expect(await refusalOf(await ana.send('POST', CONFIRM, { key: `${key}x` }))).toEqual([400, 'key'])
  const done = await ana.send('POST', CONFIRM, { key })
  expect(await done.json()).toMatchObject({ email: ana.email, is_confirmed: true })
  // The email is already confirmed, so further requests send nothing.
  for (let asked = 0; asked < 4; asked += 1)
    expect((await ana.send('POST', CONFIRM, {})).status).toBe(200)
  expect(allLettersTo(ana.email)).toHaveLength(2)
})

describe('a link', () => {
  test('works once and says so afterwards', async ({ ana }) => {
    const { email, link } = await asked(ana)
    const both = await Promise.all([press(link), press(link)])
    const titles = both.map(({ html }) => /<h1>(.*)<\/h1>/.exec(html)?.[1])
    expect(new Set(titles)).toEqual(new Set(['Already confirmed', 'Email confirmed']))
    expect((await look(link)).html).toContain('Already confirmed')
    expect(await state(ana)).toMatchObject({ email })
  })

  test('becomes invalid when the change is replaced or cancelled', async ({ ana }) => {
    const first = await asked(ana)
    const second = await asked(ana)
    const gone = await look(first.link)
    expect(gone.status).toBe(410)
    expect(gone.html).toContain('you requested a different address later')
    const back = await ana.send('POST', EMAIL, { email: ana.email })
    expect(await back.json()).toMatchObject({ pending_email: null })
    expect((await look(second.link)).status).toBe(410)
    expect(await state(ana)).toMatchObject({ email: ana.email })
  })

  test('is valid for three days, and a new mail renews it', async ({ ana }) => {
    const { email, link } = await asked(ana)
    await server.deps.sql`
      update email_confirmations set asked_at = now() - interval '73 hours' where email = ${email}`
    const old = await look(link)
    expect([old.status, old.html]).toEqual([410, expect.stringContaining('has expired')])
    await ana.send('GET', AGAIN)
    expect((await press(link)).status).toBe(200)
  })

  test('of somebody else does not confirm this account', async ({ ana, eve }) => {
    const { link } = await asked(ana)
    const stolen = await eve.send('POST', CONFIRM, { key: link.split('/').at(-1) })
    const errors = { key: ['This link is not valid for your account.'] }
    expect(await statusAndBody(stolen)).toEqual([400, { errors }])
    expect(await state(eve)).toMatchObject({ email: eve.email, is_confirmed: false })
    expect((await press(link)).status).toBe(200)
  })

  test('that does not exist is a 404', async () => {
    const headers = { 'X-Forwarded-For': '203.0.113.77' }
    const path = `/confirm-email/${crypto.randomUUID()}`
    const none = await server.request('GET', path, { headers })
    expect(none.status).toBe(404)
    expect(await none.text()).toContain('This link does not work')
    expect(none.headers.get('cache-control')).toBe('no-store')
    expect(none.headers.get('referrer-policy')).toBe('no-referrer')
  })
})

test('setting a new password cancels a change of email', async ({ ana }) => {
  const { link } = await asked(ana)
  await ana.send('POST', '/v1/send-set-password-link')
  const letters = await lettersAt(ana.email, 2)
  const path = passwordLink(letters.find(({ subject }) => subject?.includes('password')))
  const password = 'five other unlike words here'
  expect((await (await open(server, path)).submit({ password })).status).toBe(303)
  expect((await look(link)).status).toBe(410)
  const again = await (await open(server, LOGIN)).submit({ email: ana.email, password })
  expect(authToken(again)).toBeTruthy()
})

test('without a mail server the answer says so, and the operator has the link (D-91)', async () => {
  const one = await createTestServer({ sharedServer: server, smtpUrl: null })
  expect((await ask(await signUp(one), newEmail())).body).toMatchObject({ delivery: 'outbox' })
  await one.stop()
})
