import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import css from './account-info.module.css'
import type { MobileProps } from './account-info.ts'

/** Shows a link to the code form if a number waits for its confirmation. */
export const WaitingCode = ({ state: { pending_mobile } }: MobileProps) =>
  pending_mobile === null ? null : (
    <section className={`${css.card} stack`} aria-label="Waiting for its code">
      <p className={css.state}>Waiting for its code</p>
      <h2 className={css.address}>{pending_mobile}</h2>
      <div className={css.actions}>
        <ButtonLink href={paths.confirmPhone} variant="primary" size="md">
          Enter the code
        </ButtonLink>
      </div>
    </section>
  )
