import { SignpostIcon } from '@phosphor-icons/react/Signpost'
import { Suspense, useState } from 'react'
import type { ShortLink } from '#contract/links/short-link.ts'
import { lazyPart } from '#ui/loading/lazy-part.tsx'
import { ListButton } from '#ui/list-row.tsx'

const Places = lazyPart(async () => (await import('./places.tsx')).Places)

/** Opens the places where a link can be shared. */
export function PlacesEntry({ link }: { link: ShortLink }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <ListButton
        opens
        icon={SignpostIcon}
        label="Where will you share it?"
        help="A link for each place, so you can see which one works."
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <Suspense fallback={null}>
          <Places link={link} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
