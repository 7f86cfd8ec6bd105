import { CheckIcon } from '@phosphor-icons/react/Check'
import type { ReactNode } from 'react'
import { Tag } from '#ui/chip.tsx'
import css from './pick.module.css'

type PickRowProps = {
  title: string
  detail: string
  picture: ReactNode
  /** Whether the item has been added before. It then cannot be selected. */
  isHeld: boolean
  isChosen: boolean
  toggle: () => void
  /** Content beside the text, such as a warning. */
  children?: ReactNode
}

/** Shows an item that can be selected with a checkbox. */
export function PickRow(props: PickRowProps) {
  const { title, detail, picture, isHeld, isChosen, toggle, children } = props
  return (
    <label className={css.row} data-inside={isHeld || undefined}>
      <input
        type="checkbox"
        className={css.input}
        checked={isHeld || isChosen}
        disabled={isHeld}
        onChange={toggle}
      />
      {picture}
      <span className={css.main}>
        <span className={css.title}>{title}</span>
        <span className={`${css.detail} hint`}>{detail}</span>
      </span>
      {children}
      {isHeld ? (
        <Tag>Added</Tag>
      ) : (
        <span className={css.box} aria-hidden="true">
          <CheckIcon size={14} weight="bold" />
        </span>
      )}
    </label>
  )
}
