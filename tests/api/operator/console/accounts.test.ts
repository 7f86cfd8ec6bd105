import { BlobReader, TextWriter, ZipReader } from '@zip.js/zip.js'
import { expect, test } from 'vitest'
import { expectParts } from '#support/expect-parts.ts'
import { fakeDatesPerTest } from '#support/server/factors.ts'
import { leaverOf, purge } from '#support/server/leaving.ts'
import { addLink } from '#support/server/links.ts'
import { signUp } from '#support/server/people.ts'
import { act, textOf } from '#support/server/staff/forms.ts'
import { auditOf, enterConsole } from '#support/server/staff/staff.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()
const { sql } = server.deps
fakeDatesPerTest()

let members = 0
const enter = (role: 'owner' | 'support') =>
  enterConsole(server, role, `${role}-${(members += 1)}@staff.example`)
const why = 'Asked by letter'

test('an owner downloads the data of a person after a code, which is recorded', async () => {
  const person = await signUp(server)
  const { short_code: code } = await addLink(person)
  const other = await addLink(await signUp(server))
  const owner = await enter('owner')
  expect((await owner.get(`/console/people/${person.uuid}`)).html).toContain('Download their data')
  const form = { subject: `user ${person.uuid}`, why }
  await sql`update staff_sessions set proven_at = now() - interval '1 hour'`
  const asked = await act(owner, 'person.export', form)
  expect(asked.status).toBe(428)
  expectParts(asked.html, 'Confirm with a code')
  expect(await auditOf(server, `user ${person.uuid}`)).toEqual([])

  const file = await server.request('POST', '/console/actions/person.export', {
    form: { ...form, code: owner.nextCode(), csrf: await csrfOf(owner) },
    headers: { cookie: owner.cookie },
  })
  expect(file.status).toBe(200)
  expect(file.headers.get('content-disposition')).toBe(
    `attachment; filename="data-${person.uuid}.zip"`,
  )
  const entries = await new ZipReader(new BlobReader(await file.blob())).getEntries()
  const links = entries.find(({ filename }) => filename === 'links.csv')
  if (!links || links.directory) throw new Error('no links.csv')
  const text = await links.getData(new TextWriter())
  expect(text).toContain(code)
  expect(text).not.toContain(other.short_code)
  expect(await auditOf(server, `user ${person.uuid}`)).toMatchObject([{ action: 'person.export' }])
})

async function csrfOf(member: Awaited<ReturnType<typeof enter>>): Promise<string> {
  const { html } = await member.get('/console/account')
  const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(html) ?? []
  return csrf
}

test('support cannot download data, and everybody needs a reason', async () => {
  const person = await signUp(server)
  const form = { subject: `user ${person.uuid}` }
  const ben = await enter('support')
  expect((await ben.get(`/console/people/${person.uuid}`)).html).not.toContain('Download their')
  expect((await act(ben, 'person.export', { ...form, why })).status).toBe(403)
  const refused = await act(await enter('owner'), 'person.export', form)
  expect(refused.status).toBe(400)
  expectParts(refused.html, 'Say why.')
})

test('an account is deleted after 30 days, with the email about it', async () => {
  const person = await signUp(server)
  const ben = await enter('support')
  const subject = `user ${person.uuid}`
  const back = `/console/people/${person.uuid}`
  const done = await act(ben, 'person.delete', { subject, why, back })
  expect(done.headers.get('location')).toBe(back)
  expect((await person.send('GET', '/v1/users/me')).status).toBe(401)
  const [mail] = await sql`
    select count(*)::int as mails from graphile_worker.jobs
    where task_identifier = 'leaving-mail' and key = ${`leaving:${person.uuid}`}`
  expect(mail).toEqual({ mails: 1 })
  expectParts(textOf((await ben.get(back)).html), 'This account will be deleted on', 'Keep account')
  const again = await act(ben, 'person.delete', { subject, why })
  expect(again.status).toBe(400)
  expectParts(again.html, 'This account is already being deleted.')
  expect(await auditOf(server, subject)).toMatchObject([
    { action: 'person.delete', after: { deletion_at: expect.any(String) as unknown } },
  ])
  await sql`update leavers set deletion_at = now() where user_id = ${person.uuid}`
  await purge(server)
  expect((await ben.get(back)).status).toBe(404)
})

test('a deletion is cancelled while it waits, and not after it has begun', async () => {
  const person = await signUp(server)
  const ben = await enter('support')
  const form = { subject: `user ${person.uuid}`, why }
  await act(ben, 'person.delete', form)
  expect((await act(ben, 'person.keep', form)).status).toBe(303)
  expect(await leaverOf(server, person)).toBeUndefined()
  expect(await auditOf(server, form.subject)).toMatchObject([
    { action: 'person.delete' },
    { action: 'person.keep', after: { deletion_at: null } },
  ])
  await act(ben, 'person.delete', form)
  await sql`update leavers set begun_at = now() where user_id = ${person.uuid}`
  const refused = await act(ben, 'person.keep', form)
  expect(refused.status).toBe(400)
  expect((await ben.get(`/console/people/${person.uuid}`)).html).toContain('being deleted now')
})
