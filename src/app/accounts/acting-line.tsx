import { currentAccount } from '#live/signed-in.ts'
import { paths } from '#paths.ts'
import css from './acting-line.module.css'

/** Says for whose account this tab acts. Empty for the person's own. */
export function ActingLine() {
  const account = currentAccount()
  return (
    account && (
      <section className={css.line} aria-label="Account in use">
        <span>
          <span>Helping with </span>
          <b translate="no">{account.name || account.email}</b>
        </span>
        <a href={paths.accounts}>Switch</a>
      </section>
    )
  )
}
