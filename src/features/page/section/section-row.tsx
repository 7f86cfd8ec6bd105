import { DotsThreeIcon } from '@phosphor-icons/react/DotsThree'
import { EyeIcon } from '@phosphor-icons/react/Eye'
import { EyeSlashIcon } from '@phosphor-icons/react/EyeSlash'
import { PencilSimpleIcon } from '@phosphor-icons/react/PencilSimple'
import { TrashIcon } from '@phosphor-icons/react/Trash'
import { ArrowDownIcon } from '@phosphor-icons/react/ArrowDown'
import { ArrowUpIcon } from '@phosphor-icons/react/ArrowUp'
import { useNavigate } from '@tanstack/react-router'
import type { Section } from '#contract/page/pages.ts'
import { paths } from '#paths.ts'
import { IconButton } from '#ui/button.tsx'
import { Tag } from '#ui/chip.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { MoveHandle } from '#ui/order/move-handle.tsx'
import type { Drag } from '#ui/order/use-drag.ts'
import type { useMoveMenu } from '#ui/order/use-move-menu.tsx'
import type { Order } from '#ui/order/use-order.ts'
import { describeSection, sectionName } from './describe.ts'
import { SectionMosaic } from './section-mosaic.tsx'
import css from './sections.module.css'
import type { SectionActions } from './use-section-actions.ts'

type SectionRowProps = {
  section: Section
  place: number
  order: Order
  drag: Drag
  actions: SectionActions
  openMove: ReturnType<typeof useMoveMenu>['open']
}

/** Shows one section; the whole row links to it. */
export function SectionRow(props: SectionRowProps) {
  const { section, place, order, drag, openMove } = props
  const total = order.ids.length
  const name = sectionName(section)
  return (
    <li
      className={css.row}
      data-held={section.id}
      data-place={place}
      data-off={section.is_visible ? undefined : true}
      {...drag.look(place)}
    >
      {total > 1 ? (
        <MoveHandle
          className={css.handle}
          name={name}
          place={place}
          total={total}
          drag={drag}
          onMenu={(anchor) => openMove({ name, place, anchor })}
          onKeyDown={order.keydown}
        />
      ) : (
        <span className={css.still} />
      )}
      <SectionMosaic section={section} />
      <div className={css.text}>
        <a className={`${css.open} covering`} href={paths.section(String(section.id))}>
          {name}
        </a>
        <p className={`${css.meta} hint`}>
          <span>{describeSection(section)}</span>
          {!section.is_visible && <Tag>Hidden</Tag>}
        </p>
      </div>
      <RowMenu {...props} name={name} />
    </li>
  )
}

function RowMenu({ section, place, order, actions, name }: SectionRowProps & { name: string }) {
  const navigate = useNavigate()
  const last = order.ids.length - 1
  const { is_visible } = section
  const items = [
    ...(place > 0
      ? [{ label: 'Move up', icon: ArrowUpIcon, onSelect: () => order.move(place, place - 1) }]
      : []),
    ...(place < last
      ? [{ label: 'Move down', icon: ArrowDownIcon, onSelect: () => order.move(place, place + 1) }]
      : []),
    {
      label: is_visible ? 'Hide' : 'Show',
      icon: is_visible ? EyeSlashIcon : EyeIcon,
      onSelect: () => actions.show(section, !is_visible),
    },
    {
      label: 'Edit',
      icon: PencilSimpleIcon,
      onSelect: () => void navigate({ href: paths.section(String(section.id)) }),
    },
    {
      label: 'Remove',
      icon: TrashIcon,
      danger: true,
      onSelect: () => actions.remove(section),
    },
  ]
  return (
    <Menu
      label={`More for ${name}`}
      items={items}
      trigger={(props) => (
        <IconButton
          className={css.more}
          label={`More for ${name}`}
          icon={DotsThreeIcon}
          iconSize={24}
          {...props}
        />
      )}
    />
  )
}
