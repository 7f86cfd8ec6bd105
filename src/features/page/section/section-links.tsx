import { PlusIcon } from '@phosphor-icons/react/Plus'
import { useEffect } from 'react'
import type { useDialogParam } from '#app/dialog/use-dialog-param.ts'
import { count } from '#app/formats.ts'
import type { ShortLink } from '#contract/links.ts'
import { shortParts, thumbOf, titleOf } from '#features/links/short-parts.ts'
import { useLinkRows } from '#live/read/use-mirror.ts'
import { keepFresh } from '#live/sync/keep-fresh.ts'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/field-error.tsx'
import { Thumb } from '#ui/thumb.tsx'
import { SectionItems, type SectionItem } from './held-rows.tsx'
import { PickLinks } from './pick-links.tsx'
import css from './section-form.module.css'

type SectionLinksProps = {
  ids: string[]
  change: (ids: string[]) => void
  error: string | undefined
  dialog: ReturnType<typeof useDialogParam<'dialog'>>
}

/** Edits the links that a section shows as buttons. */
export function SectionLinks({ ids, change, error, dialog }: SectionLinksProps) {
  // Load the links, which may not be on this device yet.
  useEffect(() => keepFresh('links'), [])
  const rows = useLinkRows(ids)
  const known = new Map(ids.map((id, place) => [id, rows[place]]))
  return (
    <section aria-labelledby="section-links">
      <div className={css.heading}>
        <h2 id="section-links">Links</h2>
        {ids.length > 0 && <span className={css.hint}>{count(ids.length)}</span>}
      </div>
      <SectionItems ids={ids} itemOf={(id) => itemOf(known.get(id))} change={change} />
      <div className={css.add}>
        <Button
          variant="line"
          block
          icon={PlusIcon}
          aria-haspopup="dialog"
          onClick={() => dialog.open('add-section-links')}
        >
          Add links
        </Button>
        <FieldError text={error} />
      </div>
      {dialog.value === 'add-section-links' && (
        <PickLinks
          held={ids}
          onClose={dialog.close}
          onAdd={(added) => {
            change([...ids, ...added])
            dialog.close()
          }}
        />
      )}
    </section>
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
