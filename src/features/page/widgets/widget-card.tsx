import { CodeIcon } from '@phosphor-icons/react/Code'
import { DotsThreeIcon } from '@phosphor-icons/react/DotsThree'
import { PencilSimpleIcon } from '@phosphor-icons/react/PencilSimple'
import { TrashIcon } from '@phosphor-icons/react/Trash'
import type { Widget } from '#contract/page/widgets.ts'
import { useCollection } from '#live/read/use-collections.ts'
import { IconButton } from '#ui/button.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { clicksText } from './widget-clicks.ts'
import css from './widget-card.module.css'
import { WidgetThumbnail } from './widget-look.tsx'
import { layoutName } from './widgets.ts'

type WidgetCardProps = {
  widget: Widget
  edit: (widget: Widget) => void
  getCode: (widget: Widget) => void
  remove: (widget: Widget) => void
}

/** Shows a small picture of one widget; pressing it opens the settings. */
export function WidgetCard({ widget, edit, getCode, remove }: WidgetCardProps) {
  const { name, collection_uuid, block } = widget
  const clicks = clicksText(widget)
  return (
    <article className={`${css.card} stack`}>
      <WidgetThumbnail widget={widget} />
      <div className={css.foot}>
        <div className={css.about}>
          <button
            type="button"
            className={`${css.open} covering`}
            aria-haspopup="dialog"
            onClick={() => edit(widget)}
          >
            <span dir="auto">{name}</span>
          </button>
          <p className={`${css.meta} hint`}>
            <span>{layoutName(widget.layout)}</span>
            {block && <span data-problem>, blocked by the operator of this site</span>}
            {collection_uuid === null ? (
              <span data-problem>, its collection was deleted</span>
            ) : (
              <CollectionName uuid={collection_uuid} />
            )}
          </p>
          {clicks !== null && <p className={`${css.meta} hint`}>{clicks}</p>}
        </div>
        <IconButton label={`Code for ${name}`} icon={CodeIcon} onClick={() => getCode(widget)} />
        <Menu
          label={name}
          items={[
            { label: 'Edit', icon: PencilSimpleIcon, onSelect: () => edit(widget) },
            { label: 'Get the code', icon: CodeIcon, onSelect: () => getCode(widget) },
            { label: 'Delete', icon: TrashIcon, danger: true, onSelect: () => remove(widget) },
          ]}
          trigger={(props) => (
            <IconButton label={`More for ${name}`} icon={DotsThreeIcon} {...props} />
          )}
        />
      </div>
    </article>
  )
}

/** Shows the collection's name if it is on this device. */
function CollectionName({ uuid }: { uuid: string }) {
  const collection = useCollection(uuid)
  return collection ? <span dir="auto">{`, ${collection.name}`}</span> : null
}
