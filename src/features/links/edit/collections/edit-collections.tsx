import { CollectionPicker } from './collection-picker.tsx'
import type { EditTabProps } from '../edit-tab-props.ts'

/** Edits the collections that contain the link. */
export const EditCollections = ({ values, change, errors }: EditTabProps) => (
  <CollectionPicker
    chosen={values.regular_collection_names}
    onChoose={(names) => change({ regular_collection_names: names })}
    error={errors.regular_collection_names}
  />
)
