import { CaretRightIcon } from '@phosphor-icons/react/CaretRight'
import { PlusIcon } from '@phosphor-icons/react/Plus'
import { useId, useState } from 'react'
import { count } from '#app/formats.ts'
import { useCollections } from '#live/read/use-collections.ts'
import { Chip } from '#ui/chip.tsx'
import { CollectionPicker } from '../edit/collections/collection-picker.tsx'
import css from './create-collections.module.css'
import { FieldError } from '#ui/fields/field-error.tsx'

/** Number of collections shown as chips; a further chip opens the full list. */
const MAX_OFFERED = 4

type CreateCollectionsProps = {
  chosen: string[]
  choose: (names: string[]) => void
  error: string | undefined
}

/** Chooses collections for a new link. */
export function CreateCollections({ chosen, choose, error }: CreateCollectionsProps) {
  const label = useId()
  const [all, showAll] = useState(false)
  const rows = useCollections({ isSecondary: true })?.rows ?? []
  const names = rows.flatMap(({ type, name }) => (type === 'regular' ? [name] : []))
  const offered = [...new Set([...names.slice(0, MAX_OFFERED), ...chosen])]
  const toggle = (name: string) =>
    choose(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name])
  return (
    <section className={`${css.collections} stack`} aria-labelledby={label}>
      <h3 id={label} className={css.label}>
        Add to collections <i>Optional</i>
      </h3>
      {all ? (
        <CollectionPicker chosen={chosen} onChoose={choose} error={error} />
      ) : (
        <>
          <div className={css.chips} role="group" aria-labelledby={label}>
            {offered.map((name) => (
              <Chip key={name} pressed={chosen.includes(name)} onClick={() => toggle(name)}>
                {name}
              </Chip>
            ))}
            {names.length > MAX_OFFERED && (
              <Chip onClick={() => showAll(true)}>
                <span>{`All ${count(names.length)}`}</span>
                <CaretRightIcon size={13} weight="bold" aria-hidden />
              </Chip>
            )}
            <Chip icon={PlusIcon} aria-label="New collection" onClick={() => showAll(true)}>
              New
            </Chip>
          </div>
          <FieldError text={error} />
        </>
      )}
    </section>
  )
}
