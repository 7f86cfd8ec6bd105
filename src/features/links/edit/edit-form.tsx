import { useAtomValue } from 'jotai'
import { useEffect, useId, useState } from 'react'
import { openPhoto } from '#app/dialog/unsaved.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { Modal } from '#ui/dialog/modal.tsx'
import { TabPanel, Tabs } from '#ui/tabs.tsx'
import { EditCollections } from './collections/edit-collections.tsx'
import { EditConflict } from './edit-conflict.tsx'
import { errorsOn, firstTabWithErrors, type EditErrors, type EditTab } from './edit-errors.ts'
import { EditFooter } from './edit-footer.tsx'
import { EditHealth } from './edit-health.tsx'
import { EditHeading } from './edit-heading.tsx'
import { EditPreview } from './edit-preview.tsx'
import { EditSettings } from './settings/edit-settings.tsx'
import { EditTags } from './tags/edit-tags.tsx'
import type { EditValues } from './edit-values.ts'
import { LinkMenu } from '../link-menu.tsx'
import { refreshLink } from '../links.ts'
import { titleOf } from '../short-parts.ts'
import { useEditForm } from './use-edit-form.ts'

const PANELS = {
  preview: EditPreview,
  collections: EditCollections,
  tags: EditTags,
  settings: EditSettings,
}
const EXCLUDED_ACTIONS = ['edit', 'share', 'copy', 'photo', 'hide', 'show']

type EditFormProps = { link: ShortLink; uuid: string; onClose: () => void }

export function EditForm({ link, uuid, onClose }: EditFormProps) {
  const id = useId()
  const photo = useAtomValue(openPhoto)
  const [tab, setTab] = useState<EditTab>('preview')
  // After a refused save, show the tab of the first field with an error.
  const onRefused = (errors: EditErrors) => setTab(firstTabWithErrors(errors) ?? tab)
  const form = useEditForm({ link, uuid, onRefused, onSaved: onClose })
  const { values, change, errors, dirty, busy, conflicts } = form
  useRefreshOnOpen(link.uuid)
  if (!form.ready) return null

  const Panel = PANELS[tab]
  return (
    <Modal
      title={`Edit ${titleOf(link)}`}
      heading={<EditHeading link={link} />}
      size="wide"
      dirty={dirty || photo?.unsaved === true}
      onClose={onClose}
      headerActions={<LinkMenu link={link} without={EXCLUDED_ACTIONS} />}
      top={
        <Tabs
          name={id}
          label="Edit link"
          tabs={tabsOf(values, errors)}
          selected={tab}
          onSelect={setTab}
        />
      }
      footer={<EditFooter form={id} errors={errors} dirty={dirty} busy={busy} onCancel={onClose} />}
    >
      <form {...form.props} id={id}>
        <EditHealth link={link} />
        {conflicts.length > 0 && !busy && (
          <EditConflict fields={conflicts} onKeep={form.keepMine} onTake={form.takeLatest} />
        )}
        <TabPanel name={id} id={tab}>
          <Panel link={link} values={values} change={change} errors={errors} />
        </TabPanel>
      </form>
    </Modal>
  )
}

const tabsOf = (values: EditValues, errors: EditErrors) => [
  { id: 'preview' as const, label: 'Preview', errors: errorsOn('preview', errors) },
  {
    id: 'collections' as const,
    label: 'Collections',
    count: values.regular_collection_names.length || undefined,
    errors: errorsOn('collections', errors),
  },
  {
    id: 'tags' as const,
    label: 'Tags',
    count: values.tags.length || undefined,
    errors: errorsOn('tags', errors),
  },
  { id: 'settings' as const, label: 'Settings', errors: errorsOn('settings', errors) },
]

/** Refreshes the link when the form opens, to get changes made on other devices. */
function useRefreshOnOpen(uuid: string) {
  useEffect(() => {
    const aborter = new AbortController()
    refreshLink(uuid, aborter.signal).catch(() => undefined)
    return () => aborter.abort()
  }, [uuid])
}
