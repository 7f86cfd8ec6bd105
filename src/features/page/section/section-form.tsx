import { useDialogParam } from '#app/dialog/use-dialog-param.ts'
import { WHOLE_FORM } from '#app/form/form-errors.ts'
import type { Section } from '#contract/page/pages.ts'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { TextArea, TextField } from '#ui/fields/field.tsx'
import { useFloating } from '#ui/menu/use-floating.ts'
import { Segmented } from '#ui/fields/segmented.tsx'
import { SECTION_TYPES } from './describe.ts'
import { LayoutField } from './layout-field.tsx'
import { FormSkeleton } from '../create/new-page-screen.tsx'
import { SectionCollections } from './section-collections.tsx'
import { SectionLinks } from './section-links.tsx'
import css from './section-form.module.css'
import { useSectionForm } from './use-section-form.ts'

type SectionFormProps = {
  section: Section
  onSaved: (section: Section) => void
  refresh: () => void
}

/** Edits the title, type, layout and content of a section; nothing is sent before Save. */
export function SectionForm({ section, onSaved, refresh }: SectionFormProps) {
  const form = useSectionForm(section, onSaved, refresh)
  const dialog = useDialogParam('dialog')
  const bar = useFloating()
  const { values, errors, change } = form
  if (!form.ready) return <FormSkeleton />
  return (
    <form {...form.props} className={`${css.form} fill-column`}>
      <div className={`${css.fields} stack`}>
        <TextField {...form.field('title')} label="Title" autoComplete="off" maxCharacters={80} />
        <div className={`${css.kind} stack`}>
          <span className={css.label} aria-hidden="true">
            Shows
          </span>
          <Segmented
            label="Shows"
            options={SECTION_TYPES}
            value={values.type}
            onChange={(type) => change({ type })}
          />
          <FieldError text={errors['type']} />
        </div>
        {values.type === 'collections' && (
          <LayoutField
            value={values.layout}
            error={errors['layout']}
            collections={values.collections}
            onChange={(layout) => change({ layout })}
          />
        )}
        {values.type === 'text' && (
          <TextArea {...form.field('text')} label="Text" rows={8} maxCharacters={4000} />
        )}
        {values.type === 'social' && (
          <p className="hint">
            Your social accounts, with their names. You change them under your name on the page.
          </p>
        )}
      </div>
      {values.type === 'collections' && (
        <SectionCollections
          ids={values.collections}
          change={(collections) => change({ collections })}
          error={errors['collections']}
          dialog={dialog}
        />
      )}
      {values.type === 'links' && (
        <SectionLinks
          ids={values.links}
          change={(links) => change({ links })}
          error={errors['links']}
          dialog={dialog}
        />
      )}
      <div ref={bar} className={`${css.bar} stack dock-bar`}>
        <FieldError text={errors[WHOLE_FORM]} />
        <Button type="submit" variant="primary" size="lg" block busy={form.busy}>
          Save
        </Button>
        <p className={`${css.unsaved} hint`} role="status">
          {form.dirty ? 'Unsaved changes' : ''}
        </p>
      </div>
    </form>
  )
}
