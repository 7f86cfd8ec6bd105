import { CheckCircleIcon } from '@phosphor-icons/react/CheckCircle'
import { CircleIcon } from '@phosphor-icons/react/Circle'
import { XIcon } from '@phosphor-icons/react/X'
import { useStore } from 'jotai'
import { useEffect, useEffectEvent, useRef } from 'react'
import { editOnboarding } from '#api/people/onboarding.ts'
import { updateFacts } from '#app/facts/follow-facts.ts'
import { runAction } from '#app/failure/run-action.ts'
import { quiet } from '#http/client.ts'
import { useLinkTotals } from '#live/read/use-link-totals.ts'
import { IconButton } from '#ui/button.tsx'
import { ListLink } from '#ui/list-row.tsx'
import { useTasks } from './end-onboarding.ts'
import css from './home-tasks.module.css'

/** Shows tasks to try, until they are done or closed. */
export function HomeTasks() {
  const store = useStore()
  const { value = [], refresh } = useTasks()
  useOnLinkCreated(refresh)
  if (value.every(({ is_done }) => is_done)) return null

  const close = () =>
    runAction('close these', () => editOnboarding({ tasks_closed: true }, quiet), {
      onDone: () => updateFacts(store, { onboarding: { step: null, intro: false, tasks: false } }),
    })

  return (
    <section className={css.tasks} aria-labelledby="tasks">
      <div className={css.heading}>
        <h2 id="tasks">To try next</h2>
        <IconButton label="Close suggestions" icon={XIcon} onClick={() => void close()} />
      </div>
      <ul>
        {value.map(({ id, title, text, url, is_done }) => (
          <li key={id} data-done={is_done || undefined}>
            <ListLink
              icon={is_done ? CheckCircleIcon : CircleIcon}
              href={url}
              label={title}
              help={is_done ? 'Done' : text}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/**
 * Reloads the tasks when a link was created. Creating a link does not leave the home screen, unlike
 * the other tasks.
 */
function useOnLinkCreated(made: () => void) {
  const links = useLinkTotals()?.links
  const before = useRef(links)
  const tell = useEffectEvent(made)
  useEffect(() => {
    if (before.current !== undefined && links !== before.current) tell()
    before.current = links
  }, [links])
}
