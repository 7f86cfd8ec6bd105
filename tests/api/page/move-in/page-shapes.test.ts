import { describe, expect, test as plainTest } from 'vitest'
import type { MoveInDraft } from '#contract/page/move-in.ts'
import { withPeople } from '#support/server/creator.ts'
import { startMovingIn } from '#support/server/page/moving-in.ts'
import { CONTENT, linksOf } from '#support/server/page/shapes/content.ts'
import { DATA_SHAPES } from '#support/server/page/shapes/data-shapes.ts'
import { MARKUP_SHAPES, UNKNOWN_SHAPES } from '#support/server/page/shapes/markup-shapes.ts'

const { server, read } = await startMovingIn()
const test = withPeople(server)

const SHAPES = [...DATA_SHAPES, ...MARKUP_SHAPES]
const links = linksOf(CONTENT)
const readLinks = (draft: MoveInDraft) => draft.sections.flatMap((section) => section.links)

plainTest('there are 20 shapes of pages', () => {
  expect(SHAPES.length + UNKNOWN_SHAPES.length).toBe(20)
})

describe.each(SHAPES)('$name', ({ html, tells }) => {
  test('gives links with titles in the order of the page', async ({ ana }) => {
    const draft = await read(ana, html(CONTENT))
    expect(readLinks(draft).map(({ title, url }) => ({ title, url }))).toEqual(
      links.map(({ title, url }) => ({ title, url })),
    )
    expect(draft.title).toBe(CONTENT.name)
  })

  test('gives the other content of the page', async ({ ana }) => {
    const draft = await read(ana, html(CONTENT))
    const headings = CONTENT.groups.map(({ heading }) => heading)
    expect(draft.sections.map(({ title }) => title)).toEqual(tells.headings ? headings : [''])
    const pictures = readLinks(draft).filter(({ image_upload_id }) => image_upload_id !== null)
    expect(pictures).toHaveLength(tells.pictures ? links.length : 0)
    expect(draft.social.map(({ url }) => url)).toEqual(
      tells.social ? CONTENT.social.map(({ url }) => url) : [],
    )
  })
})

/** Returns the share of the owner's links that a draft has. */
function shareOf(draft: MoveInDraft): number {
  const urls = new Set(readLinks(draft).map(({ url }) => url))
  return links.filter(({ url }) => urls.has(url)).length / links.length
}

describe.each(UNKNOWN_SHAPES)('a shape without a rule of its own: $name', ({ html }) => {
  test('gives at least 90 % of the links', async ({ ana }) => {
    const draft = await read(ana, html(CONTENT))
    expect(shareOf(draft)).toBeGreaterThanOrEqual(0.9)
    // At most one link that is not the owner's.
    expect(readLinks(draft).length).toBeLessThanOrEqual(links.length + 1)
    const titles = new Set(readLinks(draft).map(({ title }) => title))
    expect(links.filter(({ title }) => titles.has(title)).length).toBeGreaterThanOrEqual(9)
  })
})
