import { count } from '#app/formats.ts'
import type { CollectionLayout } from '#contract/collections.ts'
import type { Section, SectionType } from '#contract/page/pages.ts'

export const LAYOUTS: readonly { value: CollectionLayout; label: string }[] = [
  { value: 'grid', label: 'Grid' },
  { value: 'list', label: 'List' },
  { value: 'post', label: 'Post' },
]

export const SECTION_TYPES: readonly { value: SectionType; label: string }[] = [
  { value: 'collections', label: 'Collections' },
  { value: 'links', label: 'Links' },
  { value: 'social', label: 'Social' },
  { value: 'text', label: 'Text' },
]

/** Returns for example "12 things" or "1 thing". */
export const itemsText = (things: number) => `${count(things)} ${things === 1 ? 'thing' : 'things'}`

/** Returns the layout of a section and the number of its items: "Grid, 12 things". */
export function describeSection({ type, layout, link_count }: Section): string {
  if (type === 'text') return 'Text'
  if (type === 'social') return 'Social accounts'
  if (type === 'links') return `Links, ${count(link_count)}`
  const label = LAYOUTS.find(({ value }) => value === layout)?.label ?? ''
  return `${label}, ${itemsText(link_count)}`
}

/** Returns the title of a section, or a default for one without a title. */
export const sectionName = ({ title }: Pick<Section, 'title'>) => title || 'Untitled section'
