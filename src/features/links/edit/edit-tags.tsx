import type { EditTabProps } from './edit-tab-props.ts'
import { TagInput } from './tag-input.tsx'

/** Words to find the link by, with those that other links have. */
export const EditTags = ({ values, change, errors }: EditTabProps) => (
  <TagInput
    label="Tags"
    tags={values.tags}
    onChange={(tags) => change({ tags })}
    error={errors.tags}
  />
)
