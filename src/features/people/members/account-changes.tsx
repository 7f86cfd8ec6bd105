import { listAccountChanges } from '#api/people/members.ts'
import { AnswerList } from '#app/answer-list.tsx'
import { useOffline } from '#app/problems/problems.ts'
import { momentOf, momentText } from '#app/problems/times.ts'
import { usePages } from '#app/query/use-pages.ts'
import type { AccountChange } from '#contract/people/account-changes.ts'
import { RowsSkeleton } from '#features/people/developers/rows-skeleton.tsx'
import { Button } from '#ui/button.tsx'
import { authorText } from './author-text.ts'
import { changeText } from './change-text.ts'
import css from './members.module.css'

/** Lists who changed what in the account, newest first. */
export function AccountChanges() {
  const changes = usePages('account changes', listAccountChanges, { copy: true, isSecondary: true })
  const { value, adding, more } = changes
  const offline = useOffline()
  return (
    <section className={css.section} aria-labelledby="changes">
      <h2 id="changes">Changes</h2>
      <p className={css.lead}>
        Widgets, social links, parameter sets and more. Links, collections and your page have their
        own History.
      </p>
      <AnswerList
        what="changes"
        rows={value?.items}
        answer={changes}
        loading={<RowsSkeleton label="Loading changes" />}
        empty={<p className={css.lead}>No changes yet. What you and others change appears here.</p>}
      >
        {(rows) => (
          <>
            <ul aria-label="Changes">
              {rows.map((change) => (
                <Change key={change.id} change={change} />
              ))}
            </ul>
            {!offline && value?.next != null && (
              <div className={css.bar}>
                <Button busy={adding} onClick={more}>
                  Show older
                </Button>
              </div>
            )}
          </>
        )}
      </AnswerList>
    </section>
  )
}

const Change = ({ change }: { change: AccountChange }) => (
  <li className={css.row}>
    <span className={css.who}>
      <span>{changeText(change)}</span>
      {change.name_before !== null && (
        <span className="hint">{`Before: “${change.name_before}”`}</span>
      )}
      <span className="hint">{`${authorText(change.by)}, ${momentText(momentOf(change.at))}`}</span>
    </span>
  </li>
)
