import type { Entry } from './entries.ts'
import type { FoundSection } from './foreign-page.ts'

/** Groups links below their headings, and separates social accounts. */
export function toSections(entries: Entry[]): { sections: FoundSection[]; social: string[] } {
  const social: string[] = []
  const sections: FoundSection[] = [{ title: '', links: [] }]
  for (const entry of entries) {
    if (entry.kind === 'heading') sections.push({ title: entry.text, links: [] })
    else if (entry.isSocial) social.push(entry.url)
    else {
      const { url, picture } = entry
      sections.at(-1)?.links.push({ url, picture, title: entry.title || nameOfAddress(url) })
    }
  }
  return { sections: sections.filter(({ links }) => links.length > 0), social }
}

const nameOfAddress = (url: string) => new URL(url).hostname.replace(/^www\./, '')
