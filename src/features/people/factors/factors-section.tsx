import { AnswerList } from '#app/answer-list.tsx'
import { RECOVERY_CODES } from '#contract/factors.ts'
import { ListButton } from '#ui/list-row.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { FactorDialog, useFactors } from './factors.ts'
import css from './factors.module.css'

type FactorsSectionProps = {
  factors: ReturnType<typeof useFactors>
  open: (dialog: FactorDialog) => void
}

/** Shows whether sign-in needs a second factor, with rows to change that. */
export function FactorsSection({ factors, open }: FactorsSectionProps) {
  return (
    <>
      <section className={css.section} aria-labelledby="authenticator">
        <h2 id="authenticator" className={css.heading}>
          Authenticator app
        </h2>
        <AnswerList
          what="sign-in settings"
          rows={factors.value && [factors.value]}
          answer={factors}
          loading={<Skeleton className={css.loading} />}
          empty={null}
        >
          {([{ authenticator, recovery_codes_left: left } = NO_FACTORS]) => (
            <div className={css.rows}>
              <ListButton
                label={authenticator ? 'On' : 'Off'}
                help={authenticator ? 'Required on new devices' : 'Sign in with a code from an app'}
                value={authenticator ? undefined : 'Set up'}
                opens
                aria-haspopup="dialog"
                onClick={() => open('authenticator')}
              />
              {authenticator && (
                <ListButton
                  label="Recovery codes"
                  help={`${left} of ${RECOVERY_CODES} left`}
                  opens
                  aria-haspopup="dialog"
                  onClick={() => open('recovery-codes')}
                />
              )}
            </div>
          )}
        </AnswerList>
      </section>
      {factors.value?.authenticator && (
        <section className={css.section} aria-labelledby="for-money">
          <h2 id="for-money" className={css.heading}>
            For money
          </h2>
          <p className={css.text}>Redeeming, gift cards and a new PayPal address require a code.</p>
        </section>
      )}
    </>
  )
}

const NO_FACTORS = { authenticator: null, recovery_codes_left: 0 }
