import { useId } from 'react'
import * as v from 'valibot'
import { WHOLE_FORM } from '#app/form/form-errors.ts'
import { NewPage, type CreatorPage } from '#contract/pages.ts'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/dialog/modal.tsx'
import { FieldError } from '#ui/field-error.tsx'
import { TextArea, TextField } from '#ui/field.tsx'
import css from './page-settings.module.css'
import { usePageForm } from './use-page-form.ts'

const Details = v.object({
  title: NewPage.entries.title,
  description: v.string(),
  image_alt: v.string(),
})

type PageDetailsProps = {
  page: CreatorPage
  saved: (page: CreatorPage) => void
  refresh: () => void
  onClose: () => void
}

/** Edits the name and description of the page, and the alternative text of its picture. */
export function PageDetails({ page, saved, refresh, onClose }: PageDetailsProps) {
  const id = useId()
  const { title, description, image_url, image_alt = '' } = page
  const form = usePageForm({
    page,
    draft: 'page-details',
    initial: { title, description, image_alt },
    schema: Details,
    action: 'save the name and text',
    saved,
    refresh,
    onClose,
  })
  if (!form.ready) return null
  return (
    <Modal
      title="Name and text"
      onClose={form.leave}
      dirty={form.dirty}
      footer={
        <Button type="submit" form={id} variant="primary" busy={form.busy}>
          Save
        </Button>
      }
    >
      <form {...form.props} id={id} className={css.form}>
        <TextField
          {...form.field('title')}
          label="Page name"
          autoComplete="off"
          maxCharacters={80}
        />
        <TextArea
          {...form.field('description')}
          label="About you"
          hint="Optional"
          help="One or two lines under your name."
          maxCharacters={300}
        />
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
      </form>
    </Modal>
  )
}
