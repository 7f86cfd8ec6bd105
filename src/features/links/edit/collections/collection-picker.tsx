import { PlusIcon } from '@phosphor-icons/react/Plus'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { runAction } from '#app/failure/run-action.ts'
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts'
import { lengthProblem, unitsFor } from '#contract/text/graphemes.ts'
import { change } from '#live/outbox/change.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { SearchField } from '#ui/fields/search-field.tsx'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import css from './collection-picker.module.css'
import { linksText } from '../../numbers.tsx'
import { useCollectionChoices, type Choice } from './use-collection-choices.ts'
import { useDebounced } from '#ui/use-debounced.ts'

const MAX_NAME = 120

type CollectionPickerProps = {
  chosen: string[]
  onChoose: (names: string[]) => void
  error?: string | undefined
}

/** Selects regular collections for a link, with a search that can create a new one. */
export function CollectionPicker({ chosen, onChoose: choose, error }: CollectionPickerProps) {
  const [first] = useState(chosen)
  const [q, setQ] = useState('')
  const [typed, setTyped] = useDebounced(q, SEARCH_DEBOUNCE_MS, setQ)
  const { shown, more, loading, failed, again, isTaken, ...without } = useCollectionChoices(
    typed,
    q,
    first,
  )
  const name = typed.trim()
  const tooLong = lengthProblem(name, MAX_NAME)

  const toggle = (toggled: string) =>
    choose(
      chosen.includes(toggled) ? chosen.filter((one) => one !== toggled) : [...chosen, toggled],
    )
  const create = () =>
    runAction(
      'create the collection',
      () => {
        const collection = crypto.randomUUID()
        const kind = 'create-collection'
        return change({ kind, collection, type: 'regular', body: { name } }, name)
      },
      {
        onDone: () => {
          choose([...chosen, name])
          setTyped('')
          setQ('')
        },
      },
    )

  return (
    <div className={`${css.collections} stack`} data-wrong={error ? true : undefined} tabIndex={-1}>
      <FieldError text={tooLong ?? error} />
      <SearchField
        label="Search your collections"
        value={typed}
        onChange={setTyped}
        maxLength={unitsFor(MAX_NAME)}
      />
      {name !== '' && tooLong === undefined && !isTaken(name) && !loading && (
        <Button
          variant="line"
          size="md"
          icon={PlusIcon}
          onClick={() => void create()}
        >{`Create “${name}”`}</Button>
      )}
      {loading && <PickerSkeleton />}
      {failed && !loading && (
        <div className={css.failed} role="status">
          <p className="t2">Couldn’t load your collections.</p>
          <Button size="md" busy={again.busy} onClick={again.run}>
            Try again
          </Button>
        </div>
      )}
      {name === '' && (without.none || without.noneHere) && (
        <p className="t2">{`No collections ${without.noneHere ? 'on this device ' : ''}yet. Type a name above to create one.`}</p>
      )}
      <ul className={`${css.list} stack`} aria-label="Collections">
        {shown.map((choice) => (
          <Row
            key={choice.name}
            choice={choice}
            checked={chosen.includes(choice.name)}
            onToggle={() => toggle(choice.name)}
          />
        ))}
      </ul>
      {more && <LoadMore key={shown.length} onMore={more} />}
    </div>
  )
}

type RowProps = { choice: Choice; checked: boolean; onToggle: () => void }

const Row = ({ choice, checked, onToggle }: RowProps) => (
  <li className={css.row}>
    <Checkbox className={css.check} label={choice.name} checked={checked} onChange={onToggle} />
    {choice.collection && (
      <span className={`${css.count} hint`}>{linksText(choice.collection.link_count)}</span>
    )}
  </li>
)

/** Loads more when it is scrolled into view. */
function LoadMore({ onMore }: { onMore: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  const onVisible = useEffectEvent(onMore)
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) onVisible()
    })
    if (box.current) observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={box}>
      <Button variant="quiet" size="md" onClick={onMore}>
        Show more
      </Button>
    </div>
  )
}

const PickerSkeleton = () => (
  <div className={css.waiting} aria-busy="true">
    <Skeleton height={20} width="40%" />
    <Skeleton height={20} width="55%" />
    <Skeleton height={20} width="35%" />
  </div>
)
