import { expect, test } from 'vitest'
import { applicationCommand } from '../../../../server/operator/brand-applications/application-commands.ts'
import { recordedCommand } from '../../../../server/operator/actions/recorded-command.ts'
import { applicationMail } from '../../../../server/partners/desk/apply/application-mail.ts'
import type { Mail } from '../../../../server/platform/letters/mail.ts'
import { expectParts } from '#support/expect-parts.ts'
import { enterWith } from '#support/server/desk.ts'
import { fakeDatesPerTest } from '#support/server/factors.ts'
import { hiddenFields } from '#support/server/hosts/login-pages.ts'
import { addApplication } from '#support/server/staff/applications.ts'
import { act, textOf } from '#support/server/staff/forms.ts'
import { auditOf, enterConsole } from '#support/server/staff/staff.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()
const { sql, db, config } = server.deps
fakeDatesPerTest()

let members = 0
const enter = (role: 'owner' | 'support' | 'viewer' = 'owner') =>
  enterConsole(server, role, `${role}-${(members += 1)}@staff.example`)

async function mailOf(applicationId: number): Promise<Mail[]> {
  const sent: Mail[] = []
  const send = async (mail: Mail) => {
    sent.push(mail)
    return 'outbox' as const
  }
  const deps = { ...server.deps, mail: { ...server.deps.mail, send } }
  void (await applicationMail(
    deps,
    { applicationId, about: 'decision' },
    new AbortController().signal,
  ))
  return sent
}

/** Runs a command of the operator, recorded as it is on the command line. */
async function run(words: string[], options: { why?: string; rate?: string; share?: string } = {}) {
  const command = applicationCommand(words)
  if (!command) throw new Error('no such command')
  return recordedCommand(words, options, command(options))(db, config)
}

test('Today and Brands show confirmed applications only', async () => {
  const ben = await enter()
  expect((await ben.get('/console/today')).html).not.toContain('wants to join')
  expect((await ben.get('/console/brands')).html).not.toContain('/console/applications')
  await addApplication(server, { confirmedAt: null, brandName: 'Not confirmed' })
  expect((await ben.get('/console/today')).html).not.toContain('wants to join')
  const hidden = await sql<{ id: number }[]>`select id from desk_applications`
  expect((await ben.get(`/console/applications/${hidden[0]?.id}`)).status).toBe(404)
  const id = await addApplication(server, { brandName: 'Pots & Pans' })
  expectParts((await ben.get('/console/today')).html, '1 brand wants to join', '/applications"')
  expect(textOf((await ben.get('/console/brands')).html)).toContain('Applications (1)')
  const list = await ben.get('/console/applications')
  expectParts(list.html, 'Pots &amp; Pans', `/console/applications/${id}`)
  expect(list.html).not.toContain('Not confirmed')
})

test('an admitted brand has the reviewed values, and its contact opens the desk as owner', async () => {
  const id = await addApplication(server)
  const ben = await enter()
  const path = `/console/applications/${id}`
  const page = await ben.get(path)
  expectParts(page.html, 'value="sample-bakery"', 'Bread and &lt;b&gt;cakes&lt;/b&gt;')
  const typed = {
    key: 'bakery',
    name: 'Bakery',
    text: 'Bread',
    website: 'https://bakery.example',
    stores: 'bakery.example',
    rate: '12.5',
    creator_share: '80',
  }
  const wrong = await ben.post(`${path}/review`, { ...typed, rate: 'much' })
  expect(wrong.status).toBe(400)
  expect(wrong.html).toMatch(/id="rate"[^>]*aria-invalid="true"/)
  const review = await ben.post(`${path}/review`, typed)
  expect(review.status).toBe(200)
  expect(await sql`select 1 from brands where key = 'bakery'`).toEqual([])
  const { csrf: _csrf, ...form } = hiddenFields(review.html)
  expect((await act(ben, 'brand.admit', form)).status).toBe(303)
  const [brand] = await sql`select name, text, website from brands where key = 'bakery'`
  expect(brand).toEqual({ name: 'Bakery', text: 'Bread', website: 'https://bakery.example' })
  const entries = await auditOf(server, `application ${id}`)
  expect(entries).toEqual([
    { action: 'brand.admit', who: 'Ben Sample', after: { decision: 'admitted', brand: 'bakery' } },
  ])
  const [mail] = await mailOf(id)
  expect(mail?.to).toBe('ana@bakery.example')
  expect(JSON.stringify(mail)).toContain('Next steps')
  const [link = ''] = /\/desk\/sign-in\/[\w-]+/.exec(JSON.stringify(mail)) ?? []
  const ana = await enterWith(server, link)
  expectParts((await ana.get('/desk/people')).html, 'Ana Example', 'ana@bakery.example')
  expect((await ana.get('/desk/webhooks')).status).toBe(200)
})

test('a key that is taken is refused at the field and creates nothing', async () => {
  await sql`insert into brands (key, name) values ('taken', 'Taken')`
  const id = await addApplication(server, { email: 'eve@taken.example' })
  const ben = await enter()
  const form = { key: 'taken', name: 'Mine' }
  const review = await ben.post(`/console/applications/${id}/review`, form)
  expect(review.status).toBe(400)
  expect(review.html).toMatch(/id="key"[^>]*aria-invalid="true"/)
  const subject = `application ${id}`
  expect((await act(ben, 'brand.admit', { subject, ...form })).status).toBe(400)
  expect(await sql`select 1 from desk_people where email = 'eve@taken.example'`).toEqual([])
  expect(await auditOf(server, subject)).toEqual([])
})

test('a declined brand gets the reason', async () => {
  const id = await addApplication(server)
  const ben = await enter('support')
  const form = { subject: `application ${id}`, why: 'We have <enough> bread' }
  expect((await act(ben, 'brand.decline', { ...form, why: ' ' })).status).toBe(400)
  expect((await act(ben, 'brand.decline', form)).status).toBe(303)
  const [mail] = await mailOf(id)
  expect(JSON.stringify(mail)).toContain('We have <enough> bread')
  const page = await ben.get(`/console/applications/${id}`)
  expect(page.html).toContain('We have &lt;enough&gt; bread')
  expect(page.html).not.toContain('/console/actions/')
})

test('of two members who decide at once the second sees what was decided', async () => {
  const id = await addApplication(server)
  const [ben, eve] = [await enter(), await enter()]
  const subject = `application ${id}`
  const key = `raced-${id}`
  const both = await Promise.all([
    act(ben, 'brand.admit', { subject, key, name: 'Raced' }),
    act(eve, 'brand.decline', { subject, why: 'Too slow' }),
  ])
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([303, 400])
  const refused = both.find(({ status }) => status === 400)
  expect(textOf(refused?.html ?? '')).toMatch(/Ben Sample (admitted|declined) this application on/)
  expect(await auditOf(server, subject)).toHaveLength(1)
  const brands = await sql`select 1 from brands where key = ${key}`
  const [row] = await sql<{ decision: string }[]>`
    select decision from desk_applications where id = ${id}`
  expect(brands.length).toBe(row?.decision === 'admitted' ? 1 : 0)
})

test('viewers and support read an application and cannot admit', async () => {
  const id = await addApplication(server)
  for (const role of ['viewer', 'support'] as const) {
    const member = await enter(role)
    const page = await member.get(`/console/applications/${id}`)
    expectParts(page.html, '10 % of each order', 'ana@bakery.example')
    expect(page.html).not.toContain('/review')
    const form = { key: 'no', name: 'No' }
    expect((await member.post(`/console/applications/${id}/review`, form)).status).toBe(403)
  }
})

test('commands list, admit and decline, and are recorded', async () => {
  await sql`update desk_applications set decided_at = now(), decision = 'declined'`
  expect(await run(['applications'])).toBe('No applications are waiting.')
  const id = await addApplication(server, {
    website: 'https://pots.example',
    offer: '5 %\u001b[31m',
  })
  const other = await addApplication(server)
  const listed = await run(['applications'])
  expectParts(listed, `${id}  Sample Bakery  https://pots.example`, 'offers: 5 % [31m')
  await expect(run(['brand-admit', String(id), 'Bad Key'])).rejects.toThrow('small letters')
  expect(await run(['brand-admit', String(id), 'by-hand'], { rate: '7', share: '80' })).toContain(
    'by-hand',
  )
  await expect(run(['brand-admit', String(id), 'again'])).rejects.toThrow(
    /command line admitted this application on .* as the brand by-hand\./,
  )
  await run(['brand-decline', String(other)], { why: 'Not now' })
  expect(() => applicationCommand(['brand-decline', String(other)])?.({})).toThrow('--why')
  await expect(run(['brand-decline', '999999'], { why: 'None' })).rejects.toThrow('does not exist')
  const entries = [
    ...(await auditOf(server, `application ${id}`)),
    ...(await auditOf(server, `application ${other}`)),
  ]
  expect(entries.map(({ action, who }) => [action, who])).toEqual([
    ['brand.admit', 'command line'],
    ['brand.decline', 'command line'],
  ])
  expect(JSON.stringify(entries)).not.toContain('bakery.example')
})
