import type { ParameterSet } from '#contract/links/parameter-sets.ts'
import { Chip } from '#ui/chip.tsx'
import { parametersText } from './parameter-sets.ts'

type SetChipsProps = {
  sets: readonly ParameterSet[]
  isOn: (set: ParameterSet) => boolean
  toggle: (set: ParameterSet) => void
}

/** Shows a toggle for each parameter set. */
export const SetChips = ({ sets, isOn, toggle }: SetChipsProps) =>
  sets.map((set) => (
    <Chip
      key={set.uuid}
      pressed={isOn(set)}
      title={parametersText(set.parameters)}
      onClick={() => toggle(set)}
    >
      {set.name}
    </Chip>
  ))
