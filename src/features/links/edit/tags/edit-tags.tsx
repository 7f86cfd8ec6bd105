import type { EditTabProps } from '../edit-tab-props.ts'
import { TagInput } from './tag-input.tsx'

/** Edits the tags of the link, with suggestions from other links. */
export const EditTags = ({ values, change, errors }: EditTabProps) => (
  <TagInput
    label="Tags"
    tags={values.tags}
    onChange={(tags) => change({ tags })}
    error={errors.tags}
  />
)
