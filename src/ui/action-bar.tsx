import type { ReactNode } from 'react'
import { cx } from './styles/class-names.ts'
import { useFloating } from './menu/use-floating.ts'
import css from './action-bar.module.css'

type ActionBarProps = { className?: string | undefined; children: ReactNode }

/** Shows the main actions of a screen at its bottom while it scrolls. */
export const ActionBar = ({ className, children }: ActionBarProps) => (
  <div ref={useFloating()} className={cx(css.bar, className)}>
    {children}
  </div>
)
