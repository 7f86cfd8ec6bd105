import { DotsSixVerticalIcon } from '@phosphor-icons/react/DotsSixVertical'
import type { KeyboardEvent } from 'react'
import type { Drag } from './use-drag.ts'

type MoveHandleProps = {
  name: string
  place: number
  total: number
  drag: Drag | undefined
  onMenu: (anchor: DOMRect) => void
  onKeyDown: (event: KeyboardEvent, place: number) => void
  className: string | undefined
}

/**
 * Shows a handle that moves a list item by dragging, by arrow keys, or from the menu that a tap
 * opens.
 */
export const MoveHandle = (props: MoveHandleProps) => {
  const { name, place, total, drag, onMenu, onKeyDown, className } = props
  return (
    <button
      type="button"
      className={className}
      data-handle
      aria-label={`Move ${name}, ${place + 1} of ${total}`}
      aria-haspopup="menu"
      title="Drag, press arrow keys, or tap for more"
      onPointerDown={(event) => drag?.begin(event, place)}
      onClick={({ currentTarget }) => onMenu(currentTarget.getBoundingClientRect())}
      onKeyDown={(event) => onKeyDown(event, place)}
    >
      <DotsSixVerticalIcon size={20} weight="bold" aria-hidden />
    </button>
  )
}
