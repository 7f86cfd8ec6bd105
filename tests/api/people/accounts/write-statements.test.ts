import { afterAll, beforeAll, expect, test } from 'vitest'
import { addKey, withKey } from '#support/server/api-keys.ts'
import { ask } from '#support/server/asking.ts'
import { startWithCreator } from '#support/server/creator.ts'
import { addMember } from '#support/server/members.ts'
import { connectApp, registerApp } from '#support/server/oauth.ts'
import { signUp } from '#support/server/people.ts'
import { watchStatements } from '#support/server/processes/statements.ts'
import { startTestServer } from '#support/server/test-app.ts'

const { server, ana } = await startWithCreator()
let asked: ReturnType<typeof watchStatements>
beforeAll(() => void (asked = watchStatements()))
afterAll(() => asked.stop())

/** Write that is refused before the server reads or changes anything for it. */
const EMPTY = ['PATCH', '/v2/my/collections/order/', { uuids: [] }] as const

/** Tables by which the server finds who makes a request. */
const TABLES = /\bfrom "(sessions|account_members|api_keys|app_tokens|users)"/

/** Returns the tables of the statements for a write, after one that notes the device and key. */
async function tablesOf(write: () => Promise<{ status: number }>): Promise<string[]> {
  await write()
  asked.forget()
  expect((await write()).status).toBe(400)
  return asked.texts().map((text) => TABLES.exec(text)?.[1] ?? text)
}

test('a write finds the person and a pause of their account with one statement', async () => {
  expect(await tablesOf(() => ask(ana, ...EMPTY))).toEqual(['sessions'])
})

test('a write for another account needs one more, for the membership', async () => {
  const { acting } = await addMember(server, ana, ['edit'])
  expect(await tablesOf(() => ask(acting, ...EMPTY))).toEqual(['sessions', 'account_members'])
})

test('a write with an API key finds its owner and a pause with one statement', async () => {
  const { key } = await addKey(ana, { name: 'Script' })
  const tables = await tablesOf(() => withKey(server, key)(...EMPTY))
  expect(tables.filter((name) => name === 'api_keys')).toHaveLength(1)
  expect(tables).not.toContain('users')
})

test('a write of a connected app finds its user and a pause with one statement', async () => {
  const listening = await startTestServer({ listen: true })
  const app = await registerApp(listening)
  const scope = 'collections:write'
  const { access_token: token } = await connectApp(await signUp(listening), app, { scope })
  const tables = await tablesOf(() => withKey(listening, token)(...EMPTY))
  expect(tables.filter((name) => name === 'app_tokens')).toHaveLength(1)
  expect(tables).not.toContain('users')
})
