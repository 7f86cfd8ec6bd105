import { useId } from 'react'
import css from '../create/create-collections.module.css'
import { useParameterSets } from './parameter-sets.ts'
import { SetChips } from './set-chips.tsx'

type ChooseSetsProps = {
  /** Ids of the chosen sets. */
  chosen: readonly string[]
  choose: (uuids: string[]) => void
}

/** Chooses parameter sets for new links. Shows nothing if the user has none. */
export function ChooseSets({ chosen, choose }: ChooseSetsProps) {
  const label = useId()
  const sets = useParameterSets({ isSecondary: true }).value ?? []
  if (sets.length === 0) return null
  return (
    <section className={`${css.collections} stack`} aria-labelledby={label}>
      <h3 id={label} className={css.label}>
        Add parameters <i>Optional</i>
      </h3>
      <div className={css.chips} role="group" aria-labelledby={label}>
        <SetChips
          sets={sets}
          isOn={({ uuid }) => chosen.includes(uuid)}
          toggle={({ uuid }) =>
            choose(chosen.includes(uuid) ? chosen.filter((one) => one !== uuid) : [...chosen, uuid])
          }
        />
      </div>
    </section>
  )
}
