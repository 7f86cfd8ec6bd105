import { CollectionPicker } from './collection-picker.tsx'
import type { EditTabProps } from './edit-tab-props.ts'

/** Which collections the link stands in. */
export const EditCollections = ({ values, change, errors }: EditTabProps) => (
  <CollectionPicker
    chosen={values.regular_collection_names}
    onChoose={(names) => change({ regular_collection_names: names })}
    error={errors.regular_collection_names}
  />
)
