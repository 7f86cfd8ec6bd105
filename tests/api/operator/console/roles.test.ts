import { expect, test } from 'vitest'
import { ACTIONS, actionOf, type ActionName } from '../../../../server/operator/actions/actions.ts'
import { CONSOLE_ACTIONS } from '../../../../server/operator/console/actions/console-actions.ts'
import { STAFF_ROLES } from '../../../../server/operator/staff/staff.ts'
import { fakeDatesPerTest } from '#support/server/factors.ts'
import { addLink } from '#support/server/links.ts'
import { addShop } from '#support/server/money/conversions.ts'
import { signUp } from '#support/server/people.ts'
import { enterConsole } from '#support/server/staff/staff.ts'
import { addApplication } from '#support/server/staff/applications.ts'
import { SUBJECTS } from '#support/server/staff/subjects.ts'
import { startTestServer } from '#support/server/test-app.ts'

// This address receives no requests, because no jobs run.
const paypal = { api: 'http://127.0.0.1:9', id: 'client-1', secret: 'secret-1' }
const server = await startTestServer({ paypal })
fakeDatesPerTest()

const ROLES = STAFF_ROLES.map((role) => ({ role }))
/** Screens that not every role may open, with their paths and roles. */
const LIMITED = [
  ['messages', ['/with/:user', '/:channel'], ['owner', 'support']],
  [
    'money',
    [
      '/orders',
      '/all-orders',
      '/sales',
      '/payouts',
      '/payouts/decide',
      '/payouts/batches/:id',
      '/cards',
      '/forms',
      '/year',
    ],
    ['owner', 'finance'],
  ],
] as const
const limitedRoutes = LIMITED.flatMap(([screen, paths]) =>
  ['', ...paths].map((path) => `GET /console/${screen}${path}`),
)

const names = Object.keys(ACTIONS) as ActionName[]
const countEntries = async () => (await server.deps.sql`select 1 from audit_entries`).length

test('each action of the console can be tried', () => {
  expect(Object.keys(SUBJECTS).toSorted()).toEqual(Object.keys(CONSOLE_ACTIONS).toSorted())
})

test.each(ROLES)(
  '$role can do what the list of actions says, and nothing else',
  async ({ role }) => {
    const member = await enterConsole(server, role)
    for (const name of names) {
      const form = (await SUBJECTS[name]?.(server)) ?? { subject: 'user x' }
      const before = await countEntries()
      const { status, html } = await member.post(`/console/actions/${name}`, form)
      const isOffered = CONSOLE_ACTIONS[name] !== undefined
      const isAllowed = isOffered && actionOf(name).roles.some((one) => one === role)
      const done = CONSOLE_ACTIONS[name]?.answers ? 200 : 303
      const expected = isAllowed ? done : isOffered ? 403 : 404
      expect({ name, status, html: status === 400 ? html : '' }).toEqual({
        name,
        status: expected,
        html: '',
      })
      expect((await countEntries()) - before, name).toBe(isAllowed ? 1 : 0)
    }
  },
)

test('what concerns money or access needs a code of the last minutes', async () => {
  const owner = await enterConsole(server, 'owner', 'late-owner@staff.example')
  const finance = await enterConsole(server, 'finance', 'late-finance@staff.example')
  await server.deps.sql`update staff_sessions set proven_at = now() - interval '1 hour'`
  const needing = names.filter((name) => CONSOLE_ACTIONS[name] && actionOf(name).proof)
  expect(needing).toEqual(
    expect.arrayContaining([
      'site.entry',
      'brand.admit',
      'tax-form.record',
      'person.reset-factors',
      'brand.reset-factor',
      'payout.send',
    ]),
  )
  const before = await countEntries()
  for (const name of needing) {
    const member = actionOf(name).roles.includes('owner') ? owner : finance
    const form = (await SUBJECTS[name]?.(server)) ?? { subject: 'user x' }
    const { status } = await member.post(`/console/actions/${name}`, form)
    expect({ name, status }).toEqual({ name, status: 428 })
  }
  expect(await countEntries()).toBe(before)
})

test.each(ROLES)('$role sees every screen, and only buttons that work', async ({ role }) => {
  const member = await enterConsole(server, role, `eyes-${role}@staff.example`)
  const person = await signUp(server)
  const link = await addLink(person)
  await SUBJECTS['job.retry']?.(server)
  const { key } = await addShop(server)
  for (const screen of [
    'today',
    'people',
    `people/${person.uuid}`,
    `links/${link.short_code}`,
    'reports',
    'brands',
    `brands/${key}`,
    'applications',
    `applications/${await addApplication(server)}`,
    'content',
    'content/brands',
    `content/brands/${key}`,
    'content/money/settings',
    'jobs',
    'audit',
    'account',
  ]) {
    const { status, html } = await member.get(`/console/${screen}`)
    expect({ screen, status }).toEqual({ screen, status: 200 })
    const offered = [...html.matchAll(/action="\/console\/actions\/([^"]+)"/g)].map(
      ([, name = '']) => name as ActionName,
    )
    for (const name of offered) expect(actionOf(name).roles, name).toContain(role)
  }
})

test('every route of the console was tried here or needs no role', () => {
  const routes = server.app.routes
    .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/console'))
    .map(({ method, path }) => `${method} ${path}`)
  const open = [
    'GET /console',
    ...['assets/:name', 'sign-in', 'invitation/:key', 'oidc/callback'].map(
      (path) => `GET /console/${path}`,
    ),
    ...['sign-in', 'invitation/:key', 'sign-out', 'sign-out/everywhere', 'confirm'].map(
      (path) => `POST /console/${path}`,
    ),
    ...['', '/code', '/connect'].map((path) => `POST /console/oidc${path}`),
    ...['', '/options'].map((path) => `POST /console/passkey${path}`),
    // The member's own passkeys, the same for every role.
    ...['', '/new', '/options', '/proof', '/remove', '/rename'].map(
      (path) => `POST /console/account/passkeys${path}`,
    ),
  ]
  const tried = [
    ...[
      'today',
      'people',
      'people/:id',
      'links/:name',
      'widgets/:key',
      'reports',
      'brands',
      'brands/:key',
      'applications',
      'applications/:id',
      'content',
      'content/:kind',
      'content/:kind/:key',
      'jobs',
      'audit',
      'account',
    ].map((path) => `GET /console/${path}`),
    'POST /console/actions/:action',
    'POST /console/content/:kind/:key/review',
    'POST /console/applications/:id/review',
    ...limitedRoutes,
  ]
  expect([...new Set(routes)].toSorted()).toEqual([...open, ...tried].toSorted())
})

test.each(ROLES)(
  '$role sees payout addresses and messages only if the role needs them',
  async ({ role }) => {
    const member = await enterConsole(server, role, `limits-${role}@staff.example`)
    for (const [screen, paths, roles] of LIMITED) {
      const isAllowed = roles.some((one) => one === role)
      expect((await member.get('/console/today')).html.includes(`"/console/${screen}"`)).toBe(
        isAllowed,
      )
      for (const path of paths) {
        const { status } = await member.get(`/console/${screen}${path}`)
        expect({ path, isRefused: status === 403 }).toEqual({ path, isRefused: !isAllowed })
      }
    }
  },
)

test('without a session no screen and no action is reachable', async () => {
  await enterConsole(server, 'owner', 'first@staff.example')
  const before = await countEntries()
  for (const screen of ['today', 'people', 'reports', 'jobs', 'audit', 'account', 'people/x'])
    expect((await server.request('GET', `/console/${screen}`)).status, screen).toBe(303)
  for (const name of names) {
    const form = { subject: 'user x', csrf: 'x' }
    expect((await server.request('POST', `/console/actions/${name}`, { form })).status).toBe(303)
  }
  expect(await countEntries()).toBe(before)
})
