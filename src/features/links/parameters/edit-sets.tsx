import {
  addedParameters,
  hasParameters,
  removedParameters,
} from '#contract/links/added-parameters.ts'
import { paths } from '#paths.ts'
import type { EditTabProps } from '../edit/edit-tab-props.ts'
import css from '../edit/settings/edit-settings.module.css'
import { useParameterSets } from './parameter-sets.ts'
import { SetChips } from './set-chips.tsx'

/** Adds the parameters of a set to the edited link, or removes them again. */
export function EditSets({ values, change }: Pick<EditTabProps, 'values' | 'change'>) {
  const sets = useParameterSets({ isSecondary: true }).value ?? []
  return (
    <div className={css.sets}>
      {sets.length > 0 && (
        <div className={css.presets} role="group" aria-label="Your parameter sets">
          <SetChips
            sets={sets}
            isOn={({ parameters }) => hasParameters(values, parameters)}
            toggle={({ parameters }) =>
              change(
                hasParameters(values, parameters)
                  ? removedParameters(values.url, parameters)
                  : addedParameters(values.url, parameters),
              )
            }
          />
        </div>
      )}
      <a href={paths.parameterSets} className="hint">
        {sets.length > 0 ? 'Edit your parameter sets' : 'Create a parameter set to reuse'}
      </a>
    </div>
  )
}
