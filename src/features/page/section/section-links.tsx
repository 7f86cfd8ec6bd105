import { useEffect } from 'react'
import { count } from '#app/formats.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { shortParts, thumbOf, titleOf } from '#features/links/short-parts.ts'
import { useLinkRows } from '#live/read/use-mirror.ts'
import { keepFresh } from '#live/sync/keep-fresh.ts'
import { Thumb } from '#ui/pictures/thumb.tsx'
import type { SectionItem } from './held-rows.tsx'
import { SectionPicks, type SectionPicksProps } from './section-picks.tsx'
import { PickLinks } from './pick-links.tsx'

/** Edits the links that a section shows as buttons. */
export function SectionLinks(props: SectionPicksProps) {
  const { ids } = props
  // Load the links, which may not be on this device yet.
  useEffect(() => keepFresh('links'), [])
  const rows = useLinkRows(ids)
  const known = new Map(ids.map((id, place) => [id, rows[place]]))
  return (
    <SectionPicks
      {...props}
      title="Links"
      size={count(ids.length)}
      itemOf={(id) => itemOf(known.get(id))}
      addLabel="Add links"
      dialogName="add-section-links"
      Picker={PickLinks}
    />
  )
}

function itemOf(link: ShortLink | undefined): SectionItem {
  if (!link)
    return { name: 'Link', meta: 'Not on this device yet', picture: <Thumb src={null} size={60} /> }
  const { host, code } = shortParts(link)
  return {
    name: titleOf(link),
    meta: host + code,
    picture: <Thumb src={thumbOf(link)} size={60} />,
  }
}
