import { useId } from 'react'
import { count } from '#app/formats.ts'
import type { CollectionLayout } from '#contract/collections.ts'
import { useCollections } from '#live/read/use-collections.ts'
import { useLinkRows } from '#live/read/use-mirror.ts'
import { FieldError } from '#ui/fields/field-error.tsx'
import { RadioOption } from '#ui/fields/radio-option.tsx'
import { LAYOUTS } from './describe.ts'
import css from './section-form.module.css'
import { SectionWireframe } from './wire.tsx'

type LayoutFieldProps = {
  value: CollectionLayout
  error: string | undefined
  collections: string[]
  onChange: (layout: CollectionLayout) => void
}

/** Chooses the layout of the links, and warns how many links lack the picture that Post needs. */
export function LayoutField({ value, error, collections, onChange }: LayoutFieldProps) {
  const name = useId()
  const missingCount = useMissingPictureCount(collections)
  return (
    <fieldset aria-describedby={`${name}-hint`}>
      <legend className={css.label}>Layout</legend>
      <div className={css.cards}>
        {LAYOUTS.map((layout) => (
          <RadioOption
            key={layout.value}
            className={css.card}
            name={name}
            value={layout.value}
            checked={layout.value === value}
            onChoose={() => onChange(layout.value)}
          >
            <SectionWireframe type="collections" layout={layout.value} bare />
            <span>{layout.label}</span>
          </RadioOption>
        ))}
      </div>
      <p id={`${name}-hint`} className="hint">
        {`Post needs a picture on every link.${missingPicturesText(missingCount)}`}
      </p>
      <FieldError text={error} />
    </fieldset>
  )
}

function missingPicturesText(links: number): string {
  if (links === 0) return ''
  return links === 1 ? ' 1 link has none.' : ` ${count(links)} links have none.`
}

/** Maximum number of links read for the warning; reading more would be noticeably slow. */
const MAX_READ = 500

/** Returns how many links of these collections have no picture, among those on this device. */
function useMissingPictureCount(collections: string[]): number {
  const known = useCollections({ isSecondary: true })?.rows ?? []
  const linkIds = known.flatMap(({ uuid, link_uuids }) =>
    collections.includes(uuid) ? (link_uuids ?? []) : [],
  )
  const links = [...new Set(linkIds)].slice(0, MAX_READ)
  return useLinkRows(links).filter((link) => link?.image_url === null).length
}
