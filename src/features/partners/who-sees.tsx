import type { Appearance } from '#contract/partners/unmasking.ts'
import css from './who-sees.module.css'

/** Shows what a brand sees of the creator now and after accepting. */
export const VisibleIdentity = ({ appearance }: { appearance?: Appearance }) => (
  <dl className={css.both}>
    <div>
      <dt>Now they see</dt>
      <dd className={css.number}>
        {appearance === undefined ? 'A partner number' : appearance.partner}
      </dd>
    </div>
    <div>
      <dt>Then they see</dt>
      <dd>{appearance === undefined ? 'Your public name' : (appearance.name ?? 'No name yet')}</dd>
    </div>
  </dl>
)
