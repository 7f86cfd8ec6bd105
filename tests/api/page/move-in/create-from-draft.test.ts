import { describe, expect } from 'vitest'
import { IDEMPOTENCY_HEADER } from '#contract/app-constants.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { MovedIn } from '#contract/page/move-in.ts'
import * as v from 'valibot'
import { ask, expectRefused } from '#support/server/asking.ts'
import { withPeople } from '#support/server/creator.ts'
import { addLink } from '#support/server/links.ts'
import {
  create,
  draftOf,
  keepAll,
  MOVE_IN_CREATE,
  startMovingIn,
} from '#support/server/page/moving-in.ts'
import { addPage, editPage, listSections, newSlug, readPage } from '#support/server/page/pages.ts'
import type { Person } from '#support/server/people.ts'
import { CONTENT, linksOf } from '#support/server/page/shapes/content.ts'
import { DATA_SHAPES } from '#support/server/page/shapes/data-shapes.ts'

const { server, site, read } = await startMovingIn()
const test = withPeople(server)

const [shape] = DATA_SHAPES
const page = shape?.html(CONTENT) ?? ''
const draftFor = (person: Person) => read(person, page)

async function allLinks(person: Person): Promise<ShortLink[]> {
  const { body } = await ask<{ results: ShortLink[] }>(
    person,
    'POST',
    '/v2/my/links/search/?page_size=100',
    {},
  )
  return body.results
}

const social = async (person: Person) =>
  (await ask<{ results: { account_url: string }[] }>(person, 'GET', '/v2/my/socialmedialinks/'))
    .body.results

describe('a draft becomes', () => {
  test('an unpublished page with sections, links, pictures and accounts', async ({ ana }) => {
    const draft = await draftFor(ana)
    expect(draft.look).toEqual({ theme: 'evergreen', accent: 'amber', background: 'green' })
    const moved = await create(ana, keepAll(draft))
    expect(v.parse(v.strictObject(MovedIn.entries), moved)).toEqual(moved)
    expect(moved).toMatchObject({ new_links: 10, existing_links: 0, left_out: [] })
    expect(moved.page).toMatchObject({
      title: CONTENT.name,
      description: CONTENT.bio,
      theme: 'evergreen',
      accent: 'amber',
      is_published: false,
    })
    expect(moved.page.image_url).not.toBeNull()
    const { results } = await listSections(ana)
    expect(results.map(({ title, link_count }) => [title, link_count])).toEqual([
      ['From my kitchen', 6],
      ['Watch and read', 4],
    ])
    const links = new Map((await allLinks(ana)).map((link) => [link.uuid, link]))
    const shown = results.flatMap((section) => section.links).map((id) => links.get(id))
    expect(shown.map((link) => [link?.name, link?.url])).toEqual(
      linksOf(CONTENT).map(({ title, url }) => [title, url]),
    )
    expect(shown.every((link) => link?.image_url && link.meta_extraction_progress === 100)).toBe(
      true,
    )
    expect((await social(ana)).map((one) => one.account_url)).toEqual(
      CONTENT.social.map(({ url }) => url),
    )
  })

  test('only what the user keeps', async ({ ana }) => {
    const choice = keepAll(await draftFor(ana))
    const [first] = choice.sections
    const kept = {
      ...choice,
      social: [],
      sections: [{ title: 'Kept', links: first?.links.slice(1, 3) }],
    }
    expect(await create(ana, kept)).toMatchObject({ new_links: 2 })
    expect((await listSections(ana)).results).toMatchObject([{ title: 'Kept', link_count: 2 }])
    expect(await social(ana)).toEqual([])
  })
})

describe('importing twice', () => {
  test('changes nothing', async ({ ana }) => {
    await create(ana, keepAll(await draftFor(ana)))
    const before = [await allLinks(ana), (await listSections(ana)).results, await social(ana)]
    const draft = await draftFor(ana)
    expect(draft.has_page).toBe(true)
    expect(draft.sections.flatMap(({ links }) => links).every((link) => link.is_existing)).toBe(
      true,
    )
    expect(await create(ana, keepAll(draft))).toMatchObject({
      new_links: 0,
      existing_links: 10,
      left_out: [],
    })
    expect([await allLinks(ana), (await listSections(ana)).results, await social(ana)]).toEqual(
      before,
    )
  })

  test('with one key gives the first answer', async ({ ana }) => {
    const choice = keepAll(await draftFor(ana))
    const headers = { [IDEMPOTENCY_HEADER]: 'move-in-1' }
    const first = await create(ana, choice, headers)
    expect(await create(ana, choice, headers)).toEqual(first)
    expect(await allLinks(ana)).toHaveLength(10)
  })

  test('uses links that the user had already, under their own names', async ({ ana }) => {
    const known = await addLink(ana, linksOf(CONTENT)[2]?.url ?? '')
    expect(await create(ana, keepAll(await draftFor(ana)))).toMatchObject({
      new_links: 9,
      existing_links: 1,
    })
    const { results } = await listSections(ana)
    expect(results[0]?.links[2]).toBe(known.uuid)
  })
})

describe('a page that exists', () => {
  test('keeps its name, colours and state', async ({ ana }) => {
    const before = await addPage(ana, { title: 'Mine', theme: 'sand' })
    const { page: after } = await create(ana, keepAll(await draftFor(ana)))
    expect(after).toMatchObject({ id: before.id, title: 'Mine', theme: 'sand', slug: before.slug })
    expect((await listSections(ana)).results.every((section) => section.is_visible)).toBe(true)
  })

  test('does not show anything new if it is public', async ({ ana }) => {
    const own = await addPage(ana, { is_published: true })
    const shown = async () => (await server.request('GET', `/p/${own.slug}`)).text()
    const before = await shown()
    const { left_out } = await create(ana, keepAll(await draftFor(ana)))
    expect(left_out).toEqual([
      {
        what: 'your social accounts',
        why: 'Your page is public and would show them at once. Add them yourself.',
      },
    ])
    expect((await listSections(ana)).results.map((section) => section.is_visible)).toEqual([
      false,
      false,
    ])
    expect(await shown()).toBe(before)
    await editPage(ana, own, { title: 'Still mine' })
    expect(await shown()).not.toContain('My favourite skillet')
  })
})

describe('a choice is refused', () => {
  test('with pictures of another user', async ({ ana, ben }) => {
    const choice = keepAll(await draftFor(ben))
    await expectRefused(ask(ana, 'POST', MOVE_IN_CREATE, choice), 'image_upload_id')
    expect((await readPage(ana)).status).toBe(404)
    const links = choice.sections
    await create(ana, { ...choice, image_upload_id: null, sections: links })
    expect((await allLinks(ana)).every((link) => link.custom_image_upload_id === null)).toBe(true)
  })

  test('with a name that is taken, and leaves nothing behind', async ({ ana, ben }) => {
    const slug = newSlug()
    await addPage(ben, { slug })
    const choice = { ...keepAll(await draftFor(ana)), slug }
    await expectRefused(ask(ana, 'POST', MOVE_IN_CREATE, choice), 'slug')
    expect(await allLinks(ana)).toEqual([])
  })
})

test('targets that are refused when the page is created are named', async ({ ana }) => {
  const choice = keepAll(await draftOf(ana, `${site.origin}/mira`))
  const own = { url: `${server.deps.config.appOrigin}/s/x`, title: 'Loop' }
  const fine = { url: 'https://shop.example/', title: 'Shop' }
  const sections = [{ title: '', links: [own, fine] }]
  expect(await create(ana, { ...choice, sections })).toMatchObject({
    new_links: 1,
    left_out: [{ what: 'Loop', why: 'This is already a short link.' }],
  })
})
