import type { ReactNode } from 'react'
import { Banner } from '#ui/notices/banner.tsx'
import css from './edit-view.module.css'

/** Shows a warning above the form of a link, with two buttons. */
export const EditWarning = ({ buttons, children }: { buttons: ReactNode; children: ReactNode }) => (
  <div className={css.conflict}>
    <Banner tone="warn" action={<div className={css.pair}>{buttons}</div>}>
      {children}
    </Banner>
  </div>
)
