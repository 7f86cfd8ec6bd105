import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from '#support/server/links/collections.ts'
import {
  addPage,
  createPage,
  editPage,
  GENERATE,
  isFree,
  newSlug,
  readPage,
  fieldError,
  RESERVED,
  TAKEN,
} from '#support/server/page/pages.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

let server: TestServer
let ana: Person
beforeAll(async () => {
  server = await createTestServer()
  ana = await signUp(server)
})
afterAll(() => server.stop())

const RULE = 'Use 3 to 40 letters, numbers or dashes.'
const MALFORMED = [
  'ab',
  'a'.repeat(41),
  'a b c',
  'a_bc',
  'héllo',
  '---',
  'a.b.c',
  '..%2f..',
  '💡💡💡',
]

/** Names that visitors could mistake for the operator's. */
const IMPOSTERS = `operator official support report split split-team splitpay paypal
  sp1it-help s-p-l-i-t paypa1 pay-pal-refunds supp0rt adrnin 0fficial
  support-team split-official official-paypal official-split the-official-split supportteam
  supp0rt-tearn sup-port-te-am support-team-24 admin-help customer-support verified-support
  ana-paypal my-paypa1-page ana-split-support offlcial-supp0rt acl-min`.split(/\s+/)

async function generate(person: Person, text: string): Promise<string> {
  const { status, body } = await ask<{ result: { slug: string } }>(person, 'POST', GENERATE, {
    text,
  })
  expect(status).toBe(200)
  return body.result.slug
}

test('what is no slug is refused on its field (R-358, A-067)', async () => {
  const ben = await signUp(server)
  for (const slug of ['', ...MALFORMED.map(decodeURIComponent)]) {
    const { status, body } = await createPage(ben, { slug, title: 'Ben' })
    expect([status, Object.keys(body.errors)], slug).toEqual([400, ['slug']])
    expect(new Set(body.errors['slug'])).toEqual(new Set([RULE]))
  }
  for (const slug of ['admin', 'Login', 'healthz', 'multi-connect', ...IMPOSTERS]) {
    expect(await createPage(ben, { slug, title: 'Ben' })).toEqual(RESERVED)
  }
  expect((await readPage(ben)).status).toBe(404)
})

test('a slug that somebody has is taken, whatever its case (R-349)', async () => {
  const { slug } = await addPage(await signUp(server))
  const ben = await signUp(server)
  expect(await createPage(ben, { slug, title: 'Ben' })).toEqual(TAKEN)
  expect(await createPage(ben, { slug: slug.toUpperCase(), title: 'Ben' })).toEqual(TAKEN)
  const page = await addPage(ben)
  expect(await editPage(ben, page, { slug, title: 'Never' })).toEqual(TAKEN)
  expect((await readPage(ben)).body).toEqual(page)
})

const askName = (person: Person, what: string) => ask(person, 'GET', `/v1/pages/${what}`)

test('whether a name is free: 200 either way, for every name that can be one (R-356, A-074, D-37)', async () => {
  const [ben, name] = [await signUp(server), newSlug()]
  expect(await askName(ben, name)).toEqual({ status: 200, body: { name, available: true } })
  await addPage(ana, { slug: name })
  expect(await askName(ben, name)).toEqual({ status: 200, body: { name, available: false } })
  expect(await askName(ben, `${name.toUpperCase()}/`)).toEqual({
    status: 200,
    body: { name, available: false },
  })
  // A user's own name is available to them, so an unchanged form can be saved.
  expect(await isFree(ana, name)).toBe(true)
  expect(await isFree(ben, 'dashboard')).toBe(false)
  for (const wrong of MALFORMED) {
    expect(await askName(ben, wrong.startsWith('.') ? wrong : encodeURIComponent(wrong))).toEqual(
      fieldError('name', RULE),
    )
  }
})

test('so many questions a minute, and no more', async () => {
  const strict = await createTestServer({
    ceilings: { ...server.deps.config.ceilings, searchesPerMinute: 3 },
  })
  const ben = await signUp(strict)
  for (let i = 0; i < 3; i++) expect(await isFree(ben, 'ben')).toBe(true)
  expect((await ask(ben, 'GET', '/v1/pages/ben')).status).toBe(429)
  expect((await ask(ben, 'POST', GENERATE, { text: 'Ben' })).status).toBe(429)
  await strict.stop()
})

test('a slug that was given up stays its page’s, and may be taken back', async () => {
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

test('there is an end to how many slugs one page can keep from others', async () => {
  const ben = await signUp(server)
  const page = await addPage(ben)
  await server.deps.sql`
    insert into former_slugs (slug, page_id)
    select 'kept-' || n, ${page.id} from generate_series(1, 20) as n`
  const most =
    'This page has had 20 other names, the most this server keeps. Take one of those again.'
  expect(await editPage(ben, page, { slug: newSlug() })).toEqual(fieldError('slug', most))
  expect((await editPage(ben, page, { slug: 'kept-7' })).body.slug).toBe('kept-7')
})

test('of many who take one slug at once, exactly one gets it (R-349)', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => signUp(server)))
  const slug = newSlug()
  const made = await Promise.all(people.map((one) => createPage(one, { slug, title: 'Mine' })))
  expect(made.filter(({ status }) => status === 201)).toHaveLength(1)
  for (const answer of made.filter(({ status }) => status !== 201)) expect(answer).toEqual(TAKEN)
})

test('a slug cannot be had by being quick while its page gives it up', async () => {
  const [ben, eva] = [await signUp(server), await signUp(server)]
  const [mine, theirs] = [await addPage(ben), await addPage(eva)]
  const [given, taken] = await Promise.all([
    editPage(ben, mine, { slug: newSlug() }),
    editPage(eva, theirs, { slug: mine.slug }),
  ])
  expect(given.status).toBe(200)
  expect(taken).toEqual(TAKEN)
})

test('two who want each other’s slug are both refused, and neither waits for ever', async () => {
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
  [
    'a very long name of a shop that sells lamps and sofas',
    'a-very-long-name-of-a-shop-that-sells',
  ],
])('of "%s" comes %s (R-354, A-071)', async (text, slug) => {
  expect(await generate(await signUp(server), text)).toBe(slug)
})

test('what is taken gets a number that is free, within the length (R-354)', async () => {
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

test('without a letter that can stand in a slug it is one by chance', async () => {
  for (const text of ['💡💡', '...', '李明']) {
    expect(await generate(ana, text)).toMatch(/^page-[2-9a-z]{4}$/)
  }
  for (const text of ['', '   ', undefined]) {
    const { status, body } = await ask(ana, 'POST', GENERATE, { text })
    expect([status, Object.keys(body.errors)]).toEqual([400, ['text']])
  }
})

test('of the person’s name comes a slug that is free (R-353, A-070)', async () => {
  const ben = await signUp(server)
  const ofName = async () => {
    const { body } = await ask<{ result: { slug: string } }>(ben, 'GET', GENERATE)
    return body.result.slug
  }
  expect(await ofName()).toMatch(/^page-[2-9a-z]{4}$/)
  await server.deps.sql`
    update users set name_first = 'Zoë', name_last = 'Example' where id = ${ben.uuid}`
  expect(await ofName()).toBe('zoe-example')
  await addPage(await signUp(server), { slug: 'zoe-example' })
  const slug = await ofName()
  expect(slug).toBe('zoe-example-2')
  expect((await createPage(ben, { slug, title: 'Zoë' })).status).toBe(201)
})

test.each(['official.paypal', 'Support  Team', 'Ｓｐｌｉｔ official', 'оfficiаl support'])(
  'from “%s” comes no name that is reserved',
  async (text) => {
    const ben = await signUp(server)
    const slug = await generate(ben, text)
    expect((await createPage(ben, { slug, title: 'Ben' })).status).toBe(201)
  },
)

test.each(
  `ana-official the-splits reporter supporters-club anna banana-split help-ana my-page real-food
  contact-us-page-online teamwork`.split(/\s+/),
)('%s is nobody else’s name', async (slug) => {
  const ben = await signUp(server)
  expect((await createPage(ben, { slug, title: 'Ben' })).status).toBe(201)
})
