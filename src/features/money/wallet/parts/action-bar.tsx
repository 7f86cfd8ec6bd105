import type { ReactNode } from 'react'
import { useFloating } from '#ui/menu/use-floating.ts'
import css from './action-bar.module.css'

/** What a screen is for, within reach of the thumb: it stays at the foot while the screen scrolls. */
export const ActionBar = ({ children }: { children: ReactNode }) => (
  <div ref={useFloating()} className={css.bar}>
    {children}
  </div>
)

/** For a `Screen` with an action bar: what is pressed stands at the foot, however little there is above it. */
export const withActionBar = css.screen
