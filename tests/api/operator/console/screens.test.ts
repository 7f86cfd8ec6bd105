import { describe, expect, test, vi } from 'vitest'
import { expectParts } from '#support/expect-parts.ts'
import { addAuthenticator, fakeDatesPerTest } from '#support/server/factors.ts'
import { addLink } from '#support/server/links.ts'
import { addPage } from '#support/server/page/pages.ts'
import { signUp } from '#support/server/people.ts'
import { textOf } from '#support/server/staff/forms.ts'
import { enterConsole } from '#support/server/staff/staff.ts'
import { addHeldOrders } from '#support/server/staff/money-subjects.ts'
import { addFailedJob, addReport } from '#support/server/staff/subjects.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()
const { sql } = server.deps
fakeDatesPerTest()

let members = 0
const enter = (role: 'owner' | 'finance' | 'support') =>
  enterConsole(server, role, `${role}-${(members += 1)}@staff.example`)
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

test('Jobs shows the cause of a failed job as text, and retries it', async () => {
  const id = await addFailedJob(server)
  const ben = await enter('support')
  const page = await ben.get('/console/jobs')
  expectParts(page.html, `tools-mail ${id}`, '&lt;b&gt;The mail server&lt;/b&gt; refused')
  expect((await ben.get('/console/today')).html).toContain('job failed')
  const done = await ben.post('/console/actions/job.retry', {
    subject: `job ${id}`,
    back: '/console/jobs',
  })
  expect(done.headers.get('location')).toBe('/console/jobs')
  const [job] = await sql`select attempts from graphile_worker._private_jobs where id = ${id}`
  expect(job).toEqual({ attempts: 0 })
  expect((await ben.get('/console/jobs')).html).not.toContain(`tools-mail ${id}`)
  const gone = await ben.post('/console/actions/job.retry', { subject: 'job 999999' })
  expect(gone.status).toBe(400)
  expect(gone.html).toContain('This job does not exist any more.')
})

test('Jobs shows when each scheduled job started last and starts next', async () => {
  const ben = await enter('support')
  vi.setSystemTime(new Date('2026-11-20T02:44:30Z'))
  await sql`
    insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
    values ('backup', now(), '2026-11-19T02:45:00Z')
    on conflict (identifier) do update set last_execution = excluded.last_execution`
  const text = textOf((await ben.get('/console/jobs')).html)
  const order = ['link-health checks', 'backup writes', 'close-clicks packs', 'drop-clicks deletes']
  const places = order.map((name) => text.indexOf(name))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  expect(text).toMatch(/backup writes [^.]*BACKUP_KEEP\W+Nov 19, 02:45\W+Nov 20, 02:45/)
  expect(text).toMatch(/close-clicks packs .* ago Never Nov 20, 04:00/)
})

describe('People', () => {
  test('finds users by email, name, page, short code and order', async () => {
    const { person, ids } = await addHeldOrders(server)
    const { split_url: url } = await addLink(person)
    const { slug } = await addPage(person)
    await sql`update users set name_first = 'Annabel', name_last = '100%' where id = ${person.uuid}`
    const [order] = await sql<{ order: string }[]>`
      select order_id as order from conversions where id = ${ids[0] ?? 0}`
    const ben = await enter('support')
    const find = async (query: string) =>
      (await ben.get(`/console/people?q=${encodeURIComponent(query)}`)).html
    const ways = [person.email, 'annabel', '100%', `p/${slug}`, url, order?.order ?? '']
    for (const way of ways) expect(await find(way), way).toContain(`/console/people/${person.uuid}`)
    expect(await find('nobody-has-this')).toContain('Nobody found')
    expect(await find('_')).not.toContain(`/console/people/${person.uuid}`)
  })

  test('shows who lost their second factor and waits for its removal', async () => {
    const person = await signUp(server)
    await addAuthenticator(person)
    const ben = await enter('support')
    expect((await ben.get('/console/today')).html).not.toContain('lost their second factor')
    await sql`
      insert into factor_recoveries (user_id, asked_at, ends_at)
      values (${person.uuid}, ${inHours(-2)}, ${inHours(70)})`
    const today = textOf((await ben.get('/console/today')).html)
    expectParts(today, '1 person lost their second factor', 'completed in 70 hours')
    expect((await ben.get('/console/people?recovery')).html).toContain(person.email)
    const page = await ben.get(`/console/people/${person.uuid}`)
    expect(page.html).toContain('asked to remove it on')
    await ben.post('/console/actions/person.reset-factors', {
      subject: `user ${person.uuid}`,
      why: 'Called from the number we know',
    })
    expect((await ben.get('/console/today')).html).not.toContain('lost their second factor')
  })

  test('signs a user out, resets their factor and blocks their page', async () => {
    const person = await signUp(server)
    await addAuthenticator(person)
    const { slug } = await addPage(person)
    const path = `/console/people/${person.uuid}`
    const ben = await enter('support')
    expectParts((await ben.get(path)).html, person.email, 'with a second factor', 'Block page')
    const act = (action: string, form: Record<string, string>) =>
      ben.post(`/console/actions/${action}`, { back: path, ...form })
    const subject = `user ${person.uuid}`
    const missing = await act('person.reset-factors', { subject, why: ' ' })
    expect(missing.status).toBe(400)
    expect(missing.html).toContain('Say why.')
    await act('person.reset-factors', { subject, why: 'Lost <i>phone</i>' })
    await act('person.sign-out', { subject })
    expect((await person.send('GET', '/v1/users/me')).status).toBe(401)
    const block = { subject: `page ${slug}`, why: 'A trap', rule: 'No traps' }
    const blocked = await act('content.block', block)
    expect(blocked.headers.get('location')).toBe(path)
    const { html } = await ben.get(path)
    expectParts(html, 'without a second factor', 'A trap (No traps)', 'Unblock page')
    expectParts(
      html,
      'Lost &lt;i&gt;phone&lt;/i&gt;',
      'Signed a user out everywhere',
      `Blocked: page ${slug}`,
    )
    await act('content.unblock', { subject: `page ${slug}` })
    expect((await ben.get(path)).html).toContain('Block page')
  })

  test('releases a held order only after a recent code, and records who did it', async () => {
    const { person, ids } = await addHeldOrders(server)
    const [id = 0] = ids
    const path = `/console/people/${person.uuid}`
    const ben = await enter('finance')
    expect(textOf((await ben.get(path)).html)).toMatch(/Held: .* Release/)
    await sql`update staff_sessions set proven_at = now() - interval '1 hour'`
    const form = { subject: `order ${id}`, why: 'Confirmed by the shop', back: path }
    const asked = await ben.post('/console/actions/order.approve', form)
    expect(asked.status).toBe(428)
    expectParts(asked.html, 'Confirm with a code', `value="order ${id}"`)
    const wrong = await ben.post('/console/actions/order.approve', { ...form, code: '000000' })
    expect(wrong.status).toBe(400)
    expect(wrong.html).toContain('This code is wrong')
    const stateOf = async () => {
      const [row] = await sql<{ state: string }[]>`select state from conversions where id = ${id}`
      return row?.state
    }
    expect(await stateOf()).toBe('held')
    const code = ben.nextCode()
    const done = await ben.post('/console/actions/order.approve', { ...form, code })
    expect(done.headers.get('location')).toBe(path)
    expect(await stateOf()).not.toBe('held')
    const [entry] = await sql`
      select who, staff_id as staff, why, before from audit_entries where subject = ${`order ${id}`}`
    expect(entry).toMatchObject({
      who: 'Ben Sample',
      why: 'Confirmed by the shop',
      before: { state: 'held' },
    })
    expect(entry?.['staff']).not.toBeNull()
    const again = await ben.post('/console/actions/order.approve', form)
    expect(again.status).toBe(400)
    expect(again.html).toContain('is approved already')
  })

  test('answers 404 for an unknown person', async () => {
    const ben = await enter('owner')
    for (const id of [crypto.randomUUID(), 'x', '..%2Fx'])
      expect((await ben.get(`/console/people/${id}`)).status).toBe(404)
  })
})

test('Reports shows what was reported, and one decision closes all its reports', async () => {
  const owner = await signUp(server)
  const { short_code: code, uuid } = await addLink(owner)
  const ben = await enter('support')
  const back = '/console/reports'
  const links = async () => (await ben.get(back)).html.match(new RegExp(`/${code}</a>`, 'g')) ?? []
  for (let n = 0; n < 2; n += 1) await addReport(server, code)
  const page = await ben.get(back)
  expectParts(page.html, 'It is a scam', '&lt;b&gt;Fake&lt;/b&gt; shop', 'leads to https://shop')
  expect((await ben.get('/console/today')).html).toContain('2 reports')
  expect(await links()).toHaveLength(2)
  const subject = `link ${code}`
  await ben.post('/console/actions/reports.dismiss', { subject, why: 'A real shop', back })
  expect(await links()).toEqual([])
  const again = await ben.post('/console/actions/reports.dismiss', { subject, why: 'x', back })
  expect(again.html).toContain('These reports were decided already.')
  await addReport(server, code)
  const block = { subject, why: 'A trap', rule: 'No traps', back }
  expect((await ben.post('/console/actions/content.block', block)).status).toBe(303)
  expect(await links()).toEqual([])
  const [row] = await sql`select block_why as why from links where id = ${uuid}`
  expect(row).toEqual({ why: 'A trap' })
})

test('an action returns only to a page of the console', async () => {
  const ben = await enter('owner')
  const to = async (back: string) => {
    const subject = `job ${await addFailedJob(server)}`
    const done = await ben.post('/console/actions/job.retry', { subject, back })
    return done.headers.get('location')
  }
  for (const back of ['https://elsewhere.example', '//elsewhere.example', '/console/../x', ''])
    expect(await to(back)).toBe('/console')
})

test('Audit filters by action and subject, and has pages', async () => {
  const ben = await enter('owner')
  const person = await signUp(server)
  const subject = `user ${person.uuid}`
  for (let n = 0; n < 52; n += 1) await ben.post('/console/actions/person.sign-out', { subject })
  const query = `action=person.sign-out&subject=${encodeURIComponent(subject)}`
  const first = (await ben.get(`/console/audit?${query}`)).html
  expect(first.match(/Signed a user out everywhere: user/g)).toHaveLength(50)
  const [, older = ''] = /href="(\/console\/audit\?[^"]+)"/.exec(first) ?? []
  const second = (await ben.get(older.replaceAll('&amp;', '&'))).html
  expect(second.match(/Signed a user out everywhere: user/g)).toHaveLength(2)
  expect(second).not.toContain('Older entries')
  expect((await ben.get('/console/audit?action=job.retry&subject=none')).html).toContain(
    'No entries',
  )
})
