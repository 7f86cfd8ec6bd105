import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { TOKEN_HEADER } from '#contract/app-constants.ts'
import { addKey } from '#support/server/api-keys.ts'
import { connectApp, registerApp } from '#support/server/oauth.ts'
import { setName, signUp } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'
import type { UserEnv } from '../../../../server/env.ts'
import { perform } from '../../../../server/operator/actions/perform.ts'
import { signedIn } from '../../../../server/people/accounts/signed-in.ts'
import { currentActor } from '../../../../server/platform/http/actor.ts'
import { idempotent } from '../../../../server/platform/http/idempotency.ts'

const server = await startTestServer({ listen: true })

/** Answers a public call with the actor that a write would store. */
const app = new Hono<UserEnv>()
  .use(async (c, next) => {
    c.set('deps', server.deps)
    await next()
  })
  .use(signedIn)
  .use(idempotent)
  .post('/v2/my/links', (c) => c.json(currentActor()))

async function actorOf(headers: Record<string, string>) {
  const answer = await app.request('/v2/my/links', { method: 'POST', headers })
  return (await answer.json()) as unknown
}

test('a write knows the person with their name, or email before they have one', async () => {
  const person = await signUp(server)
  const headers = { [TOKEN_HEADER]: person.token }
  const actor = { kind: 'person', id: person.uuid }
  expect(await actorOf(headers)).toEqual({ ...actor, name: person.email })
  await setName(person, 'Ada', 'Moss')
  expect(await actorOf(headers)).toEqual({ ...actor, name: 'Ada Moss' })
})

test('a write knows the API key by its name', async () => {
  const { id, key } = await addKey(await signUp(server), { name: 'Newsletter' })
  const actor = await actorOf({ Authorization: `Bearer ${key}` })
  expect(actor).toEqual({ kind: 'api_key', id, name: 'Newsletter' })
})

test('a write knows the connected app by its name', async () => {
  const person = await signUp(server)
  const { access_token } = await connectApp(person, await registerApp(server))
  const actor = await actorOf({ Authorization: `Bearer ${access_token}` })
  expect(actor).toMatchObject({ kind: 'app', name: 'Sample Assistant' })
})

test('writes that wait for each other keep their own actor', async () => {
  const person = await signUp(server)
  const { key } = await addKey(person)
  const senders = [{ [TOKEN_HEADER]: person.token }, { Authorization: `Bearer ${key}` }]
  const actors = await Promise.all([...senders, ...senders].map(actorOf))
  const kinds = actors.map((actor) => (actor as { kind: string }).kind)
  expect(kinds).toEqual(['person', 'api_key', 'person', 'api_key'])
})

test('an operator command acts as the operator, and a job as the system', async () => {
  const by = { staffId: null, who: 'command line' }
  const attempt = { action: 'maintenance.on', subject: 'maintenance', why: 'Test' } as const
  const actor = await perform(server.deps.db, by, attempt, () => Promise.resolve(currentActor()))
  expect(actor).toEqual({ kind: 'operator', id: '', name: 'command line' })
  expect(currentActor()).toEqual({ kind: 'system', id: '', name: '' })
})
