import { scanPage } from '../extraction/scan-page.ts'
import { readColours } from './colours.ts'
import { linksInData } from './data-links.ts'
import { embeddedData } from './embedded-data.ts'
import { entriesInData, entriesInItems } from './entries.ts'
import type { ForeignPage } from './foreign-page.ts'
import { leftOutOf } from './left-out.ts'
import { mergeEntries } from './merge-entries.ts'
import { readProfile } from './profile.ts'
import { scanItems } from './scan-items.ts'
import { toSections } from './to-sections.ts'
import { targetReader } from './targets.ts'

/** Reads the page of another service: what its HTML shows and what the data in it says. */
export function parseForeignPage(html: string, url: string): ForeignPage {
  const page = scanItems(html)
  const scan = scanPage(html)
  const data = embeddedData(page)
  const readTarget = targetReader(url)
  const shown = entriesInItems(page.items, readTarget)
  const lists = linksInData(data)
  const entries = mergeEntries(shown, entriesInData(lists, readTarget))
  const { sections, social } = toSections(entries)
  const themeColour = scan.meta.get('theme-color')?.[0]
  return {
    ...readProfile(page, { scan, data, url }),
    sections,
    social,
    ...readColours(page, { data, themeColour }),
    leftOut: leftOutOf(page, lists, readTarget),
  }
}
