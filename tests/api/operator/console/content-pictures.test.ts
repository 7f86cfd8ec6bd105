import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { UPLOAD_MAX_BYTES } from '#contract/images/uploads.ts'
import { currentContent } from '../../../../server/operator/content/export-content.ts'
import { expectNoParts, expectParts } from '#support/expect-parts.ts'
import { fakeDatesPerTest } from '#support/server/factors.ts'
import { hiddenFields } from '#support/server/hosts/login-pages.ts'
import { act, textOf } from '#support/server/staff/forms.ts'
import { auditOf, enterConsole, type Member } from '#support/server/staff/staff.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()
fakeDatesPerTest()

const enter = (role: 'owner' | 'viewer' = 'owner') =>
  enterConsole(server, role, `${randomUUID()}@staff.example`)
const png = (color: string) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: color } })
    .png()
    .toBuffer()

/** Sends the form of a brand with files, as a browser does. */
async function review(
  owner: Member,
  path: string,
  typed: Record<string, string>,
  files: Record<string, Uint8Array>,
) {
  const { csrf = '' } = hiddenFields((await owner.get('/console/account')).html)
  const body = new FormData()
  for (const [name, value] of Object.entries({ csrf, ...typed })) body.set(name, value)
  for (const [name, bytes] of Object.entries(files))
    body.set(`${name}-file`, new File([new Uint8Array(bytes)], 'kitchen.png'))
  const headers = { cookie: owner.cookie }
  const answer = await server.request('POST', `/console/content/${path}/review`, { body, headers })
  return { status: answer.status, html: await answer.text() }
}

/** Creates a brand with the form. Returns its key and all values, without which a form is refused. */
async function addBrand(owner: Member) {
  const key = `key-${randomUUID().slice(0, 8)}`
  const typed = {
    name: 'Sample Kitchen',
    website: `https://${key}.example`,
    stores: `${key}.example`,
    rate: '8.5',
    creator_share: '70',
    click_param: 'kid',
  }
  expect(
    (await act(owner, 'site.entry', { ...typed, key, subject: `entry brands ${key}` })).status,
  ).toBe(303)
  return { key, typed, subject: `entry brands ${key}` }
}

async function brandOf(key: string) {
  const brands = (await currentContent(server.deps.db))['brands'] as Record<string, unknown>[]
  return brands.find((brand) => brand['key'] === key) ?? {}
}

test('a logo is reviewed, saved, shown and recorded, and other values stay', async () => {
  const owner = await enter()
  const { key, typed, subject } = await addBrand(owner)
  const path = `brands/${key}`
  const page = (await owner.get(`/console/content/${path}`)).html
  expectParts(page, 'enctype="multipart/form-data"', 'name="logo-file"', 'name="cover-file"')
  const shown = await review(owner, path, typed, { logo: await png('red') })
  expect(shown.status).toBe(200)
  expectParts(textOf(shown.html), 'logo')
  expect(await brandOf(key)).not.toHaveProperty('logo')
  const { logo = '' } = hiddenFields(shown.html)
  expect(logo).toMatch(/^[0-9a-f]{64}\.webp$/)
  const again = await review(owner, path, { ...typed, logo, again: 'yes' }, {})
  expectParts(again.html, `value="${logo}"`, 'Logo to save')

  expect((await act(owner, 'site.entry', { ...typed, logo, subject })).status).toBe(303)
  expect(await brandOf(key)).toMatchObject({ name: 'Sample Kitchen', rate: 8.5, logo })
  expect((await server.deps.media.read(logo))?.length).toBeGreaterThan(10)
  expect((await auditOf(server, subject)).at(-1)).toMatchObject({ after: { logo } })
  expectParts((await owner.get(`/console/content/${path}`)).html, 'Logo now', 'Remove the logo')
})

test('a file that is no picture, moves or is too large is refused at its field', async () => {
  const owner = await enter()
  const { key, typed } = await addBrand(owner)
  const cases: [Uint8Array, string][] = [
    [Buffer.from('<svg/>'), 'Choose a PNG, JPEG or WebP picture.'],
    [Buffer.concat([await png('red'), Buffer.alloc(UPLOAD_MAX_BYTES)]), 'larger than 25 MB'],
    [(await png('red')).subarray(0, 60), 'damaged'],
  ]
  for (const [bytes, text] of cases) {
    const { status, html } = await review(owner, `brands/${key}`, typed, { logo: bytes })
    expect([status, text]).toEqual([400, text])
    expectParts(html, text)
    expect(html).toMatch(/id="logo-file"[^>]*aria-invalid="true"/)
  }
  expect(await brandOf(key)).not.toHaveProperty('logo')
})

test('a chosen picture is kept while another field has a mistake', async () => {
  const owner = await enter()
  const { status, html } = await review(
    owner,
    'brands/new',
    { key: 'Not a Key', name: 'Sample' },
    { logo: await png('blue') },
  )
  expect(status).toBe(400)
  expect(hiddenFields(html)['logo']).toMatch(/\.webp$/)
  expectParts(html, 'Use small letters')
})

test('a picture can be removed, and a name that is no key removes it at most', async () => {
  const owner = await enter()
  const { key, typed, subject } = await addBrand(owner)
  const save = async (logo: string) =>
    (await act(owner, 'site.entry', { ...typed, logo, subject })).status
  const shown = await review(owner, `brands/${key}`, typed, { logo: await png('green') })
  const { logo = '' } = hiddenFields(shown.html)
  expect(await save(logo)).toBe(303)
  expect(await brandOf(key)).toHaveProperty('logo', logo)
  expect(await save('../../secrets.json')).toBe(303)
  expect(await brandOf(key)).not.toHaveProperty('logo')
  expect(await save(`${'0'.repeat(64)}.webp`)).toBe(400)
  expect(await brandOf(key)).not.toHaveProperty('logo')
})

test('viewers see pictures and get no field to choose one', async () => {
  const viewer = await enter('viewer')
  const { key } = await addBrand(await enter())
  const { html } = await viewer.get(`/console/content/brands/${key}`)
  expectParts(html, 'Logo: none')
  expectNoParts(html, 'type="file"')
  const sent = await review(viewer, `brands/${key}`, { name: 'X' }, { logo: await png('red') })
  expect(sent.status).toBe(403)
})
