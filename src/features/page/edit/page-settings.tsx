import * as v from 'valibot'
import { WHOLE_FORM } from '#app/form/form-errors.ts'
import { FormModal } from '#app/form/form-modal.tsx'
import { HistoryRow } from '#features/links/history/history-row.tsx'
import { PageAccent, PageTheme, Slug, type CreatorPage } from '#contract/page/pages.ts'
import { FieldError } from '#ui/fields/field-error.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { ACCENTS, THEMES } from './looks.ts'
import css from './page-settings.module.css'
import { SlugField } from '../slug-field.tsx'
import { Swatches } from './swatches.tsx'
import { usePageForm } from './use-page-form.ts'
import { useSlugState } from '../use-slug-state.ts'

const Settings = v.object({
  slug: Slug,
  theme: PageTheme,
  accent: PageAccent,
  is_published: v.boolean(),
  is_indexed: v.boolean(),
})
type Settings = v.InferOutput<typeof Settings>

type PageSettingsProps = {
  page: CreatorPage
  onSaved: (page: CreatorPage) => void
  refresh: () => void
  onClose: () => void
}

/** Edits address, colours, publication and search-engine visibility. */
export function PageSettings({ page, onSaved, refresh, onClose }: PageSettingsProps) {
  const { slug, theme, accent, is_published, is_indexed } = page
  const initial: Settings = { slug, theme, accent, is_published, is_indexed }
  const form = usePageForm({
    page,
    draft: 'page-settings',
    initial,
    schema: Settings,
    action: 'save the settings',
    onSaved,
    refresh,
    onClose,
  })
  const { values, errors, change } = form
  const state = useSlugState({ slug: values.slug, own: slug, name: page.title })
  if (!form.ready) return null
  return (
    <FormModal title="Page settings" form={form} className={css.form}>
      <SlugField
        label="Page address"
        value={values.slug}
        refusal={errors['slug']}
        state={state}
        help="The old address redirects to the new one."
        onChange={(slug) => change({ slug })}
      />
      <Swatches
        label="Theme"
        options={THEMES}
        value={values.theme}
        onChange={(theme) => change({ theme })}
      />
      <Swatches
        label="Accent"
        options={ACCENTS}
        value={values.accent}
        onChange={(accent) => change({ accent })}
        dots
      />
      <div className={css.switches}>
        <Switch
          label="Published"
          help="Anyone with the address can see it"
          checked={values.is_published}
          onChange={(is_published) => change({ is_published })}
        />
        <Switch
          label="Show in search engines"
          help="Takes a few days to change"
          checked={values.is_indexed}
          onChange={(is_indexed) => change({ is_indexed })}
        />
      </div>
      <div className={css.history}>
        <HistoryRow subject={{ kind: 'pages', id: page.id }} name="The page" onRestored={refresh} />
      </div>
      <FieldError text={errors[WHOLE_FORM]} />
    </FormModal>
  )
}
