import { Decisions } from '#app/outbox/decisions.tsx'
import { remove } from '#app/outbox/decide.ts'
import { kindText, problemText } from '#app/outbox/describe.ts'
import { entriesOfLink } from '#app/outbox/about-link.ts'
import { useWaiting } from '#app/outbox/use-waiting.ts'
import type { LocalLink } from '#mirror/outbox/waiting.ts'
import { Button } from '#ui/button.tsx'
import css from './share-view.module.css'

/** Explains the queued changes of a link, and lets the user remove them. */
export function ShareWaiting({ link }: { link: LocalLink }) {
  const entries = entriesOfLink(useWaiting(), link.uuid)
  return (
    <>
      {link.waiting === 'new' && (
        <p className={css.waiting}>
          It is saved on this device and created when you’re back online. Then its short link
          appears here.
        </p>
      )}
      {entries.map((entry) => {
        const problem = problemText(entry)
        return (
          <div key={entry.seq} className={css.change}>
            <span className={css.changeText} data-problem={problem ? true : undefined}>
              {problem ?? kindText(entry)}
            </span>
            {problem ? (
              <Decisions entry={entry} />
            ) : (
              <Button size="sm" onClick={() => void remove(entry)}>
                Remove
              </Button>
            )}
          </div>
        )
      })}
    </>
  )
}
