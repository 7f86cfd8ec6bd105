import { expect, test, vi } from 'vitest'
import { mailsTo } from '#support/server/links/outbox.ts'
import { applyContent } from '#support/server/onboarding.ts'
import { signUp } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { statusesOf } from '#support/server/asking.ts'

const SEND = '/v1/users/me/send-tools-mail'

const server = await startTestServer({ jobs: true })

test('the links to the tools are mailed to the user’s own address, and the answer names the way (R-565, A-159)', async () => {
  const ana = await signUp(server)
  const answer = await ana.send('POST', SEND)
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({ result: { sent: true, delivery: 'outbox' } })
  await vi.waitFor(() => expect(mailsTo(server, ana.email)).toHaveLength(1), { timeout: 20_000 })
  const { appOrigin } = server.deps.config
  expect(mailsTo(server, ana.email)[0]).toContain(
    `javascript:open('${appOrigin}/splitlinks?create_split_link='+encodeURIComponent(location.href))`,
  )
})

test('the mail contains the operator’s extensions for all browsers (R-565)', async () => {
  const cara = await signUp(server)
  await applyContent(
    server,
    `onboarding:
  chromeExtension: { url: "https://store.example/chrome" }
  safariExtension: { url: "https://store.example/safari" }`,
  )
  await cara.send('POST', SEND)
  await vi.waitFor(() => expect(mailsTo(server, cara.email)).toHaveLength(1), { timeout: 20_000 })
  const [mail] = mailsTo(server, cara.email)
  expect(mail).toContain('Split in Chrome:\nhttps://store.example/chrome\n')
  expect(mail).toContain('Split in Safari:\nhttps://store.example/safari\n')
  expect(mail).not.toContain('Split in Firefox')
})

test('the number of these mails is limited (A-159)', async () => {
  const ben = await signUp(server)
  expect(await statusesOf(5, () => ben.send('POST', SEND))).toEqual([200, 200, 200, 429, 429])
})

test('the number of confirmation mails is limited (R-451, A-017)', async () => {
  const ben = await signUp(server)
  const statuses = await statusesOf(4, () =>
    ben.send('POST', '/v1/users/me/email-confirmation', {}),
  )
  expect(statuses).toEqual([200, 200, 200, 429])
})
