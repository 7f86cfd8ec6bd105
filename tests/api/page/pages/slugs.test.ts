import { expect } from 'vitest'
import { ask, expectRefused, fieldError } from '#support/server/asking.ts'
import {
  addPage,
  createPage,
  editPage,
  GENERATE,
  isFree,
  newSlug,
  readPage,
  RESERVED,
  TAKEN,
} from '#support/server/page/pages.ts'
import { startWithCreator, withPeople } from '#support/server/creator.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { createTestServer } from '#support/server/test-app.ts'

const { server, ana } = await startWithCreator()
const test = withPeople(server)

const RULE = 'Use 3 to 40 letters, numbers or dashes.'
const SHORT_OR_LONG = ['ab', 'a'.repeat(41)]
const MALFORMED = [...SHORT_OR_LONG, 'a b c', 'a_bc', 'héllo', '---', 'a.b.c', '..%2f..', '💡💡💡']

/** Names that visitors could mistake for the operator's. */
const IMPOSTERS = `operator official support report split split-team splitpay paypal
  sp1it-help s-p-l-i-t paypa1 pay-pal-refunds supp0rt adrnin 0fficial
  support-team split-official official-paypal official-split the-official-split supportteam
  supp0rt-tearn sup-port-te-am support-team-24 admin-help customer-support verified-support
  ana-paypal my-paypa1-page ana-split-support offlcial-supp0rt acl-min`.split(/\s+/)

type Generated = { result: { slug: string } }
async function generate(person: Person, text: string): Promise<string> {
  const { status, body } = await ask<Generated>(person, 'POST', GENERATE, { text })
  expect(status).toBe(200)
  return body.result.slug
}

test('an invalid slug is refused on its field (R-358, A-067)', async ({ ben }) => {
  for (const slug of ['', ...MALFORMED.map(decodeURIComponent)]) {
    const { status, body } = await createPage(ben, { slug, title: 'Ben' })
    expect([status, Object.keys(body.errors)], slug).toEqual([400, ['slug']])
    expect(new Set(body.errors['slug'])).toEqual(new Set([RULE]))
  }
  for (const slug of ['admin', 'Login', 'healthz', 'multi-connect', ...IMPOSTERS])
    expect(await createPage(ben, { slug, title: 'Ben' })).toEqual(RESERVED)
  expect((await readPage(ben)).status).toBe(404)
})

test('a slug in use is taken, without regard to case (R-349)', async () => {
  const { slug } = await addPage(await signUp(server))
  const ben = await signUp(server)
  expect(await createPage(ben, { slug, title: 'Ben' })).toEqual(TAKEN)
  expect(await createPage(ben, { slug: slug.toUpperCase(), title: 'Ben' })).toEqual(TAKEN)
  const page = await addPage(ben)
  expect(await editPage(ben, page, { slug, title: 'Never' })).toEqual(TAKEN)
  expect((await readPage(ben)).body).toEqual(page)
})

const askName = (person: Person, what: string) => ask(person, 'GET', `/v1/pages/${what}`)

test('the check of a name answers 200 whether it is free or not (R-356, A-074, D-37)', async () => {
  const [ben, name] = [await signUp(server), newSlug()]
  expect(await askName(ben, name)).toEqual({ status: 200, body: { name, available: true } })
  await addPage(ana, { slug: name })
  for (const typed of [name, `${name.toUpperCase()}/`])
    expect(await askName(ben, typed)).toEqual({ status: 200, body: { name, available: false } })
  // A user's own name is available to them, so an unchanged form can be saved.
  expect(await isFree(ana, name)).toBe(true)
  expect(await isFree(ben, 'dashboard')).toBe(false)
  for (const wrong of MALFORMED) {
    const path = wrong.startsWith('.') ? wrong : encodeURIComponent(wrong)
    expect(await askName(ben, path)).toEqual(fieldError('name', RULE))
  }
})

test('checks of names are limited per minute', async () => {
  const ceilings = { ...server.deps.config.ceilings, searchesPerMinute: 3 }
  const strict = await createTestServer({ ceilings })
  const ben = await signUp(strict)
  for (let i = 0; i < 3; i++) expect(await isFree(ben, 'ben')).toBe(true)
  expect((await ask(ben, 'GET', '/v1/pages/ben')).status).toBe(429)
  expect((await ask(ben, 'POST', GENERATE, { text: 'Ben' })).status).toBe(429)
  await strict.stop()
})

test('a former slug stays reserved for its page', async () => {
  const [ben, eva] = [await signUp(server), await signUp(server)]
  const [first, second] = [newSlug(), newSlug()]
  const page = await addPage(ben, { slug: first })
  expect((await editPage(ben, page, { slug: second })).body.slug).toBe(second)
  const former = () => server.deps.sql`
    select slug from former_slugs where page_id = ${page.id} order by slug`
  expect([...(await former())]).toEqual([{ slug: first }])
  expect(await isFree(eva, first)).toBe(false)
  expect(await createPage(eva, { slug: first, title: 'Eva' })).toEqual(TAKEN)
  expect(await isFree(ben, first)).toBe(true)
  expect((await editPage(ben, page, { slug: first })).body.slug).toBe(first)
  expect([...(await former())]).toEqual([{ slug: second }])
})

test('a page has a maximum number of former slugs', async ({ ben }) => {
  const page = await addPage(ben)
  await server.deps.sql`
    insert into former_slugs (slug, page_id)
    select 'kept-' || n, ${page.id} from generate_series(1, 20) as n`
  const most = 'This page has had 20 earlier names, the maximum. Choose one of those again.'
  expect(await editPage(ben, page, { slug: newSlug() })).toEqual(fieldError('slug', most))
  expect((await editPage(ben, page, { slug: 'kept-7' })).body.slug).toBe('kept-7')
})

test('of several simultaneous requests for one slug, exactly one gets it (R-349)', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => signUp(server)))
  const slug = newSlug()
  const made = await Promise.all(people.map((one) => createPage(one, { slug, title: 'Mine' })))
  expect(made.filter(({ status }) => status === 201)).toHaveLength(1)
  for (const answer of made.filter(({ status }) => status !== 201)) expect(answer).toEqual(TAKEN)
})

test('a slug that is being given up cannot be taken at the same time', async () => {
  const [ben, eva] = [await signUp(server), await signUp(server)]
  const [mine, theirs] = [await addPage(ben), await addPage(eva)]
  const [given, taken] = await Promise.all([
    editPage(ben, mine, { slug: newSlug() }),
    editPage(eva, theirs, { slug: mine.slug }),
  ])
  expect(given.status).toBe(200)
  expect(taken).toEqual(TAKEN)
})

test('two pages that swap slugs are both refused, without a deadlock', async () => {
  const [ben, eva] = [await signUp(server), await signUp(server)]
  const [mine, theirs] = [await addPage(ben), await addPage(eva)]
  const swapped = await Promise.all([
    editPage(ben, mine, { slug: theirs.slug }),
    editPage(eva, theirs, { slug: mine.slug }),
  ])
  expect(swapped).toEqual([TAKEN, TAKEN])
})

test.each([
  ['Lamps & Sofas', 'lamps-sofas'],
  ['  Ana   Example! ', 'ana-example'],
  ['Jürgen Groß', 'jurgen-gross'],
  ['Łukasz Żółć', 'lukasz-zolc'],
  ['Søren Ærø', 'soren-aero'],
  ['Đặng Thị Hương', 'dang-thi-huong'],
  ['Ирина Щукина', 'irina-shchukina'],
  ['Άννα Ψαρά', 'anna-psara'],
  ['l’été d’Anaïs', 'lete-danais'],
  ['ﬁne Ｗｉｄｅ ½', 'fine-wide-1-2'],
  ['Bo', 'bo-page'],
  ['help', 'help-2'],
  ['a'.repeat(60), 'a'.repeat(40)],
  ['a very long name of a shop that sells lamps', 'a-very-long-name-of-a-shop-that-sells'],
])('"%s" becomes %s (R-354, A-071)', async (text, slug) => {
  expect(await generate(await signUp(server), text)).toBe(slug)
})

test('a taken slug gets a free number, within the length (R-354)', async () => {
  const [ben, eva] = [await signUp(server), await signUp(server)]
  const long = 'l'.repeat(40)
  for (const slug of ['mila', 'mila-2', long]) await addPage(await signUp(server), { slug })
  const page = await addPage(ben, { slug: 'mila-3' })
  await editPage(ben, page, { slug: newSlug() })
  expect(await generate(eva, 'Mila')).toBe('mila-4')
  expect(await generate(ben, 'Mila')).toBe('mila-3')
  expect(await generate(eva, long)).toBe(`${'l'.repeat(38)}-2`)
  await server.deps.sql`
    insert into former_slugs (slug, page_id)
    select 'mila-' || n, 1000000 from generate_series(4, 40) as n`
  expect(await generate(eva, 'Mila')).toMatch(/^mila-[2-9a-z]{4}$/)
})

test('a text without usable letters gets a random slug', async () => {
  for (const text of ['💡💡', '...', '李明'])
    expect(await generate(ana, text)).toMatch(/^page-[2-9a-z]{4}$/)
  for (const text of ['', '   ', undefined])
    await expectRefused(ask(ana, 'POST', GENERATE, { text }), 'text', text)
})

test('a slug is proposed from the person’s name (R-353, A-070)', async ({ ben }) => {
  const ofName = async () => (await ask<Generated>(ben, 'GET', GENERATE)).body.result.slug
  expect(await ofName()).toMatch(/^page-[2-9a-z]{4}$/)
  await server.deps.sql`
    update users set name_first = 'Zoë', name_last = 'Example' where id = ${ben.uuid}`
  expect(await ofName()).toBe('zoe-example')
  await addPage(await signUp(server), { slug: 'zoe-example' })
  const slug = await ofName()
  expect(slug).toBe('zoe-example-2')
  expect((await createPage(ben, { slug, title: 'Zoë' })).status).toBe(201)
})

const LIKE_RESERVED = [
  'official.paypal',
  'Support  Team',
  'Ｓｐｌｉｔ official',
  'оfficiаl support',
]
test.each(LIKE_RESERVED)('“%s” does not become a reserved name', async (text) => {
  const ben = await signUp(server)
  const slug = await generate(ben, text)
  expect((await createPage(ben, { slug, title: 'Ben' })).status).toBe(201)
})

const LIKE_OURS = `ana-official the-splits reporter supporters-club anna banana-split help-ana
  my-page real-food contact-us-page-online teamwork`.split(/\s+/)
test.each(LIKE_OURS)('%s can be the name of a page', async (slug) => {
  const ben = await signUp(server)
  expect((await createPage(ben, { slug, title: 'Ben' })).status).toBe(201)
})
