import { runAction } from '#app/failure/run-action.ts'
import { Button } from '#ui/button.tsx'
import css from './share-view.module.css'
import { dismissTutorial } from '../links.ts'

/** Shows a hint on the user's first link, once. */
export function TutorialHint({ uuid }: { uuid: string }) {
  return (
    <section className={css.hint} aria-label="Your first link">
      <div>
        <h3>Your first link</h3>
        <p>Put it in your bio, a caption or a message. Every click is counted in Links.</p>
      </div>
      <Button
        size="sm"
        onClick={() =>
          void runAction('hide this hint', () => dismissTutorial(uuid), { subject: 'The link' })
        }
      >
        Got it
      </Button>
    </section>
  )
}
