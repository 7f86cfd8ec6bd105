import type { ReactNode } from 'react'
import { useFloating } from '#ui/menu/use-floating.ts'
import css from './action-bar.module.css'

/** Shows the main actions of a screen at its bottom while it scrolls. */
export const ActionBar = ({ children }: { children: ReactNode }) => (
  <div ref={useFloating()} className={css.bar}>
    {children}
  </div>
)

/**
 * Class of a `Screen` with an action bar. Keeps the bar at the bottom even if the content is short.
 */
export const withActionBar = css.screen
