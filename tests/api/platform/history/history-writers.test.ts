import { readFileSync } from 'node:fs'
import { getTableColumns } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  COLLECTION_FIELDS,
  collectionWords,
} from '../../../../server/links/collections/history/collection-fields.ts'
import { LINK_FIELDS, linkWords } from '../../../../server/links/history/link-fields.ts'
import { PAGE_FIELDS, PAGE_WORDS } from '../../../../server/page/history/page-fields.ts'
import { collections, links, pages } from '../../../../server/platform/db/schema.ts'
import { sourceFiles } from '#support/source-files.ts'

const code = sourceFiles('server')
  .filter((path) => !path.startsWith('server/platform/db/'))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

/** Statements that change a link or page. Those that only set the change number change no content. */
const WRITES =
  /\.(?:update|insert)\((?:links|pages)\)(?!\s*\.set\(\{ changeSeq \}\))|(?:update|insert into) (?:links|pages)\b/gi

/** Statements that change the sections of a page or what they contain. */
const SECTION_WRITES =
  /\.(?:update|insert|delete)\((?:sections|sectionLinks|sectionCollections)\)|(?:update|insert into|delete from) section(?:s|_links|_collections)\b/gi

/** Files with such statements. Only sections.ts and restore-sections.ts call the others. */
const SECTION_WRITERS = [
  'server/page/history/restore-sections.ts',
  'server/page/pages/pages.ts', // Attaches sections to a new page.
  'server/page/pages/section-members.ts',
  'server/page/pages/section-order.ts',
  'server/page/pages/section-state.ts',
  'server/page/pages/sections.ts',
]

/** Files with such statements, and why each may have them. */
const WRITERS: Record<string, string> = {
  'server/links/update-link.ts': 'Records the history.',
  'server/links/links.ts': 'Records the creation.',
  'server/links/imports/import-links.ts': 'Records the creation.',
  'server/links/link-tags.ts': 'Records the tags.',
  'server/page/pages/update-page.ts': 'Records the history.',
  'server/page/pages/pages.ts': 'Records the creation.',
  'server/links/in-network.ts': 'The brand of a link follows its stores and is no edit.',
  'server/money/conversions/write-conversion.ts': 'Counts money.',
  'server/money/conversions/write-orders.ts': 'Counts money.',
  'server/operator/reports/account-blocks.ts':
    'The block of an account is no edit of its links and pages. The audit log has it.',
  'server/links/network-income/link-sums.ts': 'Counts money.',
}

test('only known files change links and pages, and they record it', () => {
  const writing = code.filter(({ text }) => text.search(WRITES) >= 0)
  expect(writing.map(({ path }) => path).toSorted()).toEqual(Object.keys(WRITERS).toSorted())
  const recording = writing.filter(({ text }) => text.includes('recordHistory('))
  const recorded = Object.entries(WRITERS).filter(([, why]) => why.startsWith('Records'))
  expect(recording.map(({ path }) => path).toSorted()).toEqual(
    recorded.map(([path]) => path).toSorted(),
  )
})

test('only known files change sections, and changes are recorded', () => {
  const writing = code.filter(({ text }) => text.search(SECTION_WRITES) >= 0)
  expect(writing.map(({ path }) => path).toSorted()).toEqual(SECTION_WRITERS)
  const calling = code.filter(({ text }) => /import .*\b(setState|setLinks|setOrder)\b/.test(text))
  expect(calling.map(({ path }) => path).toSorted()).toEqual([
    'server/page/history/restore-sections.ts',
    'server/page/pages/section-state.ts',
    'server/page/pages/sections.ts',
  ])
})

/** Statements that change collections or their links. Change numbers and times are no content. */
const COLLECTION_WRITES =
  /\.(?:update|insert)\(collections\)(?!\s*\.set\(\{ changeSeq)|\.(?:update|insert|delete)\(collectionLinks\)|insert into \$\{collectionLinks\}/g

/** Files with such statements, and why each may have them. */
const COLLECTION_WRITERS: Record<string, string> = {
  'server/links/collections/collection-edit.ts': 'Records the history.',
  'server/links/collections/collection-members.ts': 'Records the links.',
  'server/links/collections/collections.ts': 'Records the creation. The account has the order.',
  'server/links/collections/history/restore-places.ts': 'Its caller records the links.',
  'server/links/imports/import-collections.ts': 'Records the creation and the links.',
  'server/links/link-collections.ts': 'Records the links.',
}

test('only known files change collections, and they record it', () => {
  const writing = code.filter(({ text }) => text.search(COLLECTION_WRITES) >= 0)
  expect(writing.map(({ path }) => path).toSorted()).toEqual(Object.keys(COLLECTION_WRITERS))
  const recording = writing.filter(({ text }) => /record(?:History|Moves)\(/.test(text))
  const recorded = Object.entries(COLLECTION_WRITERS).filter(([, why]) => why.startsWith('Records'))
  expect(recording.map(({ path }) => path).toSorted()).toEqual(recorded.map(([path]) => path))
})

/** Columns that the history leaves out: ids, values of the server, money and marks. */
const LEFT_OUT = {
  links: `id userId createdAt updatedAt changeSeq searchText host hasTutorialEnabled
    nameChosen schemeAdded addressCorrected exactCode brandId appStops blockWhy blockRule
    imageKey metaProgress metaError revenueCents commissionCents elsewhereCents clicksBefore`,
  pages: 'id userId createdAt updatedAt blockWhy blockRule',
  collections: 'id userId kind searchName position changeSeq createdAt updatedAt',
}

test.each([
  ['links', links, LINK_FIELDS, linkWords(new Map()), LEFT_OUT.links],
  ['pages', pages, PAGE_FIELDS, PAGE_WORDS, LEFT_OUT.pages],
  ['collections', collections, COLLECTION_FIELDS, collectionWords(new Map()), LEFT_OUT.collections],
] as const)(
  'each column of %s is in the history or left out on purpose',
  (_, table, fields, words, leftOut) => {
    const columns = [...Object.values(fields), ...leftOut.split(/\s+/)]
    expect(columns.toSorted()).toEqual(Object.keys(getTableColumns(table)).toSorted())
    expect(Object.keys(words)).toEqual(expect.arrayContaining(Object.keys(fields)))
  },
)
