import type { ComponentProps } from 'react'
import { TextArea, TextField } from '#ui/fields/field.tsx'
import { SlugField } from './slug-field.tsx'
import type { useNewPage } from './create/use-new-page.ts'

/** Shows name and address of a page that is being created. */
export function NameFields({ form, state, rename }: ReturnType<typeof useNewPage>) {
  return (
    <>
      <TextField
        {...form.field('title')}
        label="Page name"
        autoComplete="name"
        maxCharacters={80}
        onChange={({ target }) => rename(target.value)}
      />
      <SlugField
        label="Address"
        value={form.values.slug}
        refusal={form.errors['slug']}
        state={state}
        onChange={(slug) => form.change({ slug })}
      />
    </>
  )
}

type AboutFieldProps = Omit<ComponentProps<typeof TextArea>, 'label'>

/** Shows the text of a page. */
export const AboutField = (field: AboutFieldProps) => (
  <TextArea
    {...field}
    label="About you"
    hint="Optional"
    help="One or two lines under your name."
    maxCharacters={300}
  />
)
