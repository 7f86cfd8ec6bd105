import { useNavigate, useSearch } from '@tanstack/react-router'
import { useDialogParam } from '#app/dialog/use-dialog-param.ts'
import { Screen } from '#app/shell/screen/screen.tsx'
import { combineFreshness } from '#app/status/freshness.ts'
import { editPage } from '#api/page/pages.ts'
import type { CreatorPage } from '#contract/page/pages.ts'
import { quiet } from '#http/client.ts'
import { Segmented } from '#ui/fields/segmented.tsx'
import { toast } from '#ui/notices/toast.tsx'
import { useWide } from '#ui/use-media.ts'
import { SocialLinks } from '#features/people/social/social-links.tsx'
import { AddSection } from './section/add-section.tsx'
import { EditPicture } from './edit/edit-picture.tsx'
import { PageActions } from './page-actions.tsx'
import { PageAddress } from './page-address.tsx'
import { PageBar } from './page-bar.tsx'
import { PageBlocked } from './page-blocked.tsx'
import { PageDetails } from './edit/page-details.tsx'
import { PageHead } from './page-head.tsx'
import { PageSections } from './section/page-sections.tsx'
import { PageSettings } from './edit/page-settings.tsx'
import { PhonePreview, WidePreview } from './preview.tsx'
import css from './page.module.css'
import { useSections, type PageAnswer } from './page.ts'
import { useSaves } from './use-saves.ts'

type ManagePageProps = { page: PageAnswer; value: CreatorPage }

const VIEWS = [
  { value: 'edit', label: 'Edit' },
  { value: 'preview', label: 'Preview' },
] as const

/** Shows the user's page for editing; every change is saved at once. */
export function ManagePage({ page, value }: ManagePageProps) {
  const sections = useSections()
  const dialog = useDialogParam('dialog')
  const wide = useWide('desk')
  const [view, setView] = useView()
  const refresh = () => {
    void page.refresh()
    void sections.refresh()
  }
  const saves = useSaves(refresh)
  const close = dialog.close
  const addSection = () => dialog.open('add-section')
  const storePage = (next: CreatorPage) => {
    page.set(next)
    saves.countSave()
  }
  const publish = () =>
    saves.run(
      'publish the page',
      () => editPage(value.id, { is_published: true, base: { is_published: false } }, quiet),
      (next) => {
        page.set(next)
        toast('Published. Anyone with the address can see it.')
      },
    )
  const isEmpty = sections.value?.length === 0
  const props = { page: value, publish, addSection }
  const formProps = {
    page: value,
    onSaved: storePage,
    refresh,
    onClose: close,
  }
  return (
    <div className={`${css.frame} stack`}>
      <Screen
        title="Page"
        freshness={combineFreshness(page, sections)}
        actions={
          <PageActions {...props} wide={wide} openSettings={() => dialog.open('settings')} />
        }
      >
        {!wide && (
          <Segmented
            className={css.views ?? ''}
            label="Show"
            options={VIEWS}
            value={view}
            onChange={setView}
          />
        )}
        {wide || view === 'edit' ? (
          <>
            {value.block && <PageBlocked block={value.block} />}
            <PageAddress page={value} />
            <PageHead
              page={value}
              edit={() => dialog.open('details')}
              editCover={() => dialog.open('cover')}
            />
            <div className={css.social}>
              <SocialLinks onChanged={saves.countSave} />
            </div>
            <PageSections sections={sections} saves={saves} wide={wide} addSection={addSection} />
            {!wide && (
              <PageBar {...props} preview={() => setView('preview')} hasSections={!isEmpty} />
            )}
          </>
        ) : (
          <PhonePreview version={saves.saved} />
        )}
      </Screen>
      {wide && <WidePreview version={saves.saved} state={saves.text} page={value} />}
      {dialog.value === 'add-section' && <AddSection sections={sections} onClose={close} />}
      {dialog.value === 'settings' && <PageSettings {...formProps} />}
      {dialog.value === 'details' && <PageDetails {...formProps} />}
      {dialog.value === 'cover' && <EditPicture page={value} onSaved={storePage} onClose={close} />}
    </div>
  )
}

/**
 * Returns the current view. It is in the address, so that Back leads from the preview to the
 * editor.
 */
function useView() {
  const { view = 'edit' } = useSearch({ strict: false })
  const navigate = useNavigate()
  function look(next: 'edit' | 'preview') {
    void navigate({
      to: '.',
      resetScroll: false,
      search: (current) => ({ ...current, view: next === 'preview' ? next : undefined }),
    })
  }
  return [view, look] as const
}
