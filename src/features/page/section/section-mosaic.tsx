import { AtIcon } from '@phosphor-icons/react/At'
import { LinkIcon } from '@phosphor-icons/react/Link'
import { StackIcon } from '@phosphor-icons/react/Stack'
import { TextAlignLeftIcon } from '@phosphor-icons/react/TextAlignLeft'
import type { Section } from '#contract/page/pages.ts'
import { Mosaic } from '#features/links/collections/cover/mosaic.tsx'
import css from './sections.module.css'

const ICONS = {
  collections: StackIcon,
  links: LinkIcon,
  social: AtIcon,
  text: TextAlignLeftIcon,
}

/**
 * Shows a small picture of a section: up to four link pictures, the first one for a post, or an
 * icon.
 */
export function SectionMosaic({ section }: { section: Section }) {
  const { type, layout, image_urls } = section
  const Icon = ICONS[type]
  const pictures = layout === 'post' ? image_urls.slice(0, 1) : image_urls
  if (type === 'collections' && pictures.length > 0) return <SmallMosaic pictures={pictures} />
  return (
    <span className={css.sign}>
      <Icon size={22} aria-hidden />
    </span>
  )
}

export const SmallMosaic = ({ pictures }: { pictures: (string | null)[] }) => (
  <span className={css.mosaic}>
    <Mosaic pictures={pictures} />
  </span>
)
