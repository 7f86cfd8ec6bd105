import { expect, test } from 'vitest'
import { taxForm } from '../../../../server/operator/tax-form.ts'
import { fakeDatesPerTest } from '#support/server/factors.ts'
import { signUp } from '#support/server/people.ts'
import { act } from '#support/server/staff/forms.ts'
import { enterConsole, type Member } from '#support/server/staff/staff.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()
fakeDatesPerTest()

const STRANGE_IDS = ['-'.repeat(36), 'f'.repeat(36), 'x', '', '../today', '\u0000', "' or 1=1 --"]
const USER_ACTIONS: Record<string, Record<string, string>> = {
  'person.sign-out': {},
  'person.reset-factors': { why: 'Lost' },
  'person.pause': { why: 'Asked', rule: 'No traps' },
  'person.block': { why: 'Asked', rule: 'No traps' },
  'person.release': {},
  'person.export': { why: 'Asked' },
  'person.delete': { why: 'Asked' },
  'person.keep': {},
  'message.send': { text: 'Hello' },
  'tax-form.record': { since: 'none' },
}

async function outcomesFor(owner: Member, action: string, fields: Record<string, string>) {
  const outcomes = []
  for (const id of STRANGE_IDS) {
    const { status, html } = await act(owner, action, { subject: `user ${id}`, ...fields })
    outcomes.push([id, status, html.includes('This account does not exist any more.')])
  }
  return outcomes
}

test('an id that is none names no user', async () => {
  const owner = await enterConsole(server, 'owner')
  const expected = STRANGE_IDS.map((id) => [id, 400, true])
  for (const [action, fields] of Object.entries(USER_ACTIONS))
    expect([action, await outcomesFor(owner, action, fields)]).toEqual([action, expected])
})

test.each(['0000-01-01', '2026-02-30', '10000-01-01', '2026-1-1', ''])(
  '“%s” is not accepted as a day',
  async (since) => {
    const owner = await enterConsole(server, 'owner', `day-${since || 'none'}@staff.example`)
    const form = { subject: `user ${crypto.randomUUID()}`, since }
    const { status, html } = await act(owner, 'tax-form.record', form)
    expect(status).toBe(400)
    expect(html).toContain('Enter a day like 2027-01-31.')
  },
)

test('a tax form is not received in the future', async () => {
  const owner = await enterConsole(server, 'owner', 'future@staff.example')
  const person = await signUp(server)
  const since = '2062-01-31'
  const { status, html } = await act(owner, 'tax-form.record', {
    subject: `user ${person.uuid}`,
    since,
  })
  expect(status).toBe(400)
  expect(html).toContain('This day is in the future.')
  expect(() => taxForm([person.email], { since })).toThrow('This day is in the future.')
})

test.each(['/console/actions/order.import', '/desk/messages/x', '/multi-connect/login'])(
  'a form for %s that is too large gets a page that says so',
  async (path) => {
    const options = { form: { file: 'x'.repeat(1_100_000) } }
    const inBrowser = { ...options, headers: { accept: 'text/html,*/*;q=0.8' } }
    const answer = await server.request('POST', path, inBrowser)
    expect(answer.status).toBe(413)
    expect(await answer.text()).toContain('Go back and send less at once, or a smaller file.')
    const toProgram = await server.request('POST', path, options)
    expect([toProgram.status, await toProgram.json()]).toEqual([413, {}])
  },
)

test('a page that fails says so in words', async () => {
  const owner = await enterConsole(server, 'owner', 'fails@staff.example')
  await server.deps.sql`alter table audit_entries rename to hidden_entries`
  const headers = { cookie: owner.cookie, accept: 'text/html' }
  const answer = await server.request('GET', '/console/audit', { headers })
  await server.deps.sql`alter table hidden_entries rename to audit_entries`
  expect(answer.status).toBe(500)
  expect(await answer.text()).toContain('There is a problem on our server.')
})
