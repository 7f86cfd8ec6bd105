import { describe, expect, test } from 'vitest'
import { PUBLIC_CALLS } from '#contract/developers/public-api.ts'
import { SCOPES, type Scope } from '#contract/developers/scopes.ts'
import { addKey, withKey } from '#support/server/api-keys.ts'
import { signUp } from '#support/server/people.ts'
import { callLike, signedInCalls } from '#support/server/signed-in-calls.ts'
import { startTestServer } from '#support/server/test-app.ts'

type Send = ReturnType<typeof withKey>

const senders = new Map<Scope, Send>()
const server = await startTestServer()
const person = await signUp(server)
for (const scope of SCOPES) {
  const { key } = await addKey(person, { scopes: [scope] })
  senders.set(scope, withKey(server, key))
}

/** Returns the table's entry for a call with example parameters. */
const entryOf = (call: string) => PUBLIC_CALLS.find((one) => callLike(one.call).test(call))

async function outcome(send: Send | undefined, call: string): Promise<string> {
  const [method = '', path = ''] = call.split(' ')
  const answer = await send?.(method, path, method === 'GET' ? undefined : {})
  if (answer?.status !== 403) return answer?.status === 401 ? 'not signed in' : 'allowed'
  const body = (await answer.json()) as { errors: { non_field_errors: string[] } }
  return body.errors.non_field_errors[0] ?? ''
}

describe('every call with every permission', () => {
  test('is allowed, names the missing permission, or is not public', async () => {
    const calls = await signedInCalls(server)
    expect(calls.length).toBeGreaterThan(120)
    const wrong: string[] = []
    for (const call of calls) {
      const entry = entryOf(call)
      for (const scope of SCOPES) {
        const expected =
          entry === undefined
            ? 'This call is not available with an API key.'
            : entry.scope === scope
              ? 'allowed'
              : `This API key needs the permission ${entry.scope}.`
        const found = await outcome(senders.get(scope), call)
        if (found !== expected) wrong.push(`${call} with ${scope}: ${found}, not ${expected}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('each public call exists on the server', async () => {
    const served = new Set((await signedInCalls(server)).map((call) => entryOf(call)?.name))
    expect(PUBLIC_CALLS.filter(({ name }) => !served.has(name))).toEqual([])
  })

  test('a refused call tells programs which permission is missing', async () => {
    const answer = await senders.get('links:read')?.('POST', '/v2/my/links/', {
      url: 'https://shop.example/',
    })
    const expected = 'Bearer error="insufficient_scope", scope="links:write"'
    expect(answer?.headers.get('WWW-Authenticate')).toBe(expected)
  })
})

describe('what no key can do', () => {
  const SENSITIVE = [
    /redeem/,
    /redemptions\/settings/,
    /receipt_details/,
    /redemptions\/[^/]+\/code/,
    /password/,
    /users\/me\/email/,
    /users_mobile/,
    /api-keys/,
    /sessions/,
    /profile\/deletion/,
    /account\/download/,
    /connect/,
    /logout/,
  ]

  test.each(SENSITIVE)('no public call matches %s', (pattern) => {
    expect(PUBLIC_CALLS.filter(({ call }) => pattern.test(call))).toEqual([])
  })

  test('no public call writes under the bank or the shop', () => {
    const writes = PUBLIC_CALLS.filter(({ call }) => !call.startsWith('GET '))
    expect(writes.filter(({ call }) => /\/v1\/(bank|shop)/.test(call))).toEqual([])
  })
})
