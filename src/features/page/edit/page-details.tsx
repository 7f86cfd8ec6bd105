import * as v from 'valibot'
import { WHOLE_FORM } from '#app/form/form-errors.ts'
import { FormModal } from '#app/form/form-modal.tsx'
import { NewPage, type CreatorPage } from '#contract/page/pages.ts'
import { FieldError } from '#ui/fields/field-error.tsx'
import { TextField } from '#ui/fields/field.tsx'
import { AboutField } from '../name-fields.tsx'
import css from './page-settings.module.css'
import { usePageForm } from './use-page-form.ts'

const Details = v.object({
  title: NewPage.entries.title,
  description: v.string(),
  image_alt: v.string(),
})

type PageDetailsProps = {
  page: CreatorPage
  onSaved: (page: CreatorPage) => void
  refresh: () => void
  onClose: () => void
}

/** Edits the name and description of the page, and the alternative text of its picture. */
export function PageDetails({ page, onSaved, refresh, onClose }: PageDetailsProps) {
  const { title, description, image_url, image_alt = '' } = page
  const form = usePageForm({
    page,
    draft: 'page-details',
    initial: { title, description, image_alt },
    schema: Details,
    action: 'save the name and text',
    onSaved,
    refresh,
    onClose,
  })
  if (!form.ready) return null
  return (
    <FormModal title="Name and text" form={form} className={css.form}>
      <TextField {...form.field('title')} label="Page name" autoComplete="off" maxCharacters={80} />
      <AboutField {...form.field('description')} />
      {image_url !== null && (
        <TextField
          {...form.field('image_alt')}
          label="Image description"
          hint="Optional"
          placeholder={form.field('title').value}
          help="Read aloud by screen readers. Leave empty if it is decoration."
          autoComplete="off"
          maxCharacters={200}
        />
      )}
      <FieldError text={form.errors[WHOLE_FORM]} />
    </FormModal>
  )
}
