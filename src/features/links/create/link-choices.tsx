import type { FormErrors } from '#app/form/form-errors.ts'
import { ChooseSets } from '../parameters/choose-sets.tsx'
import type { ChosenForAll } from './bulk/use-bulk-form.ts'
import { CreateCollections } from './create-collections.tsx'

type LinkChoicesProps = {
  values: ChosenForAll
  errors: FormErrors
  change: (values: Partial<ChosenForAll>) => void
}

/** Chooses collections and parameter sets for new links. */
export const LinkChoices = ({ values, errors, change }: LinkChoicesProps) => (
  <>
    <CreateCollections
      chosen={values.regular_collection_names}
      choose={(names) => change({ regular_collection_names: names })}
      error={errors['regular_collection_names']}
    />
    <ChooseSets
      chosen={values.parameter_sets}
      choose={(uuids) => change({ parameter_sets: uuids })}
    />
  </>
)
