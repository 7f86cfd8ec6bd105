import { useAtomValue } from 'jotai'
import { useEffect, useId, useRef, useState, type FormEvent, type RefObject } from 'react'
import { openPhoto, useUnsaved } from '#app/dialog/unsaved.ts'
import type { ShortLink } from '#contract/links.ts'
import { Modal } from '#ui/dialog/modal.tsx'
import { TabPanel, Tabs } from '#ui/tabs.tsx'
import { toast } from '#ui/toast.tsx'
import { EditCollections } from './edit-collections.tsx'
import { EditConflict } from './edit-conflict.tsx'
import {
  errorsOn,
  firstError,
  type EditErrors,
  type EditTab,
  type ErrorField,
} from './edit-errors.ts'
import { EditFooter } from './edit-footer.tsx'
import { EditHealth } from './edit-health.tsx'
import { EditHeading } from './edit-heading.tsx'
import { EditPreview } from './edit-preview.tsx'
import { EditSettings } from './edit-settings.tsx'
import { EditTags } from './edit-tags.tsx'
import type { EditField, EditValues } from './edit-values.ts'
import { LinkMenu } from '../link-menu.tsx'
import { refreshLink } from '../links.ts'
import { titleOf } from '../short-parts.ts'
import { useEditForm } from './use-edit-form.ts'
import { useSaveLink } from './use-save-link.ts'

/** What every tab gets. */
export type EditTabProps = {
  link: ShortLink
  values: EditValues
  change: (part: Partial<EditValues>) => void
  errors: EditErrors
}

const PANELS = {
  preview: EditPreview,
  collections: EditCollections,
  tags: EditTags,
  settings: EditSettings,
}
const NOT_HERE = ['edit', 'share', 'copy', 'photo', 'hide', 'show']

type EditFormProps = { link: ShortLink; uuid: string; onClose: () => void }

export function EditForm({ link, uuid, onClose }: EditFormProps) {
  const id = useId()
  const form = useEditForm(link, uuid)
  const photo = useAtomValue(openPhoto)
  const [tab, setTab] = useState<EditTab>('preview')
  const box = useRef<HTMLFormElement>(null)
  const leadTo = useFirstError(box, setTab)
  const { save, busy, refusal, changed } = useSaveLink({
    link,
    form,
    onSaved: saved,
    onRefused: leadTo,
  })
  const letGo = useUnsaved(form.dirty, form.discard)
  useFresh(link.uuid)
  if (!form.ready) return null

  function saved(waiting: boolean) {
    form.discard()
    letGo()
    onClose()
    toast(waiting ? 'Saved. Waiting to sync.' : 'Saved')
  }

  function change(part: Partial<EditValues>) {
    form.change(part)
    changed(Object.keys(part) as EditField[])
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    // A dialog above this one may have a form, too.
    if (event.target === event.currentTarget) void save()
  }

  const Panel = PANELS[tab]
  return (
    <Modal
      title={`Edit ${titleOf(link)}`}
      heading={<EditHeading link={link} />}
      size="wide"
      dirty={form.dirty || photo?.unsaved === true}
      onClose={onClose}
      headerActions={<LinkMenu link={link} without={NOT_HERE} />}
      top={
        <Tabs
          name={id}
          label="Edit link"
          tabs={tabsOf(form.values, refusal.errors)}
          selected={tab}
          onSelect={setTab}
        />
      }
      footer={
        <EditFooter form={id} refusal={refusal} dirty={form.dirty} busy={busy} onCancel={onClose} />
      }
    >
      <form id={id} ref={box} noValidate onSubmit={submit}>
        <EditHealth link={link} />
        {form.conflicts.length > 0 && !busy && (
          <EditConflict fields={form.conflicts} onKeep={form.keepMine} onTake={form.takeLatest} />
        )}
        <TabPanel name={id} id={tab}>
          <Panel link={link} values={form.values} change={change} errors={refusal.errors} />
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

/** What was changed on another device is here before anything is changed on this one. */
function useFresh(uuid: string) {
  useEffect(() => {
    const aborter = new AbortController()
    refreshLink(uuid, aborter.signal).catch(() => undefined)
    return () => aborter.abort()
  }, [uuid])
}

/** A refused save leads to the first field that needs a fix, on whatever tab that is. */
function useFirstError(box: RefObject<HTMLElement | null>, show: (tab: EditTab) => void) {
  const [first, setFirst] = useState<{ field: ErrorField }>()
  useEffect(() => {
    if (!first) return
    const { field } = first
    box.current?.querySelector<HTMLElement>(`[name="${field}"], [data-field="${field}"]`)?.focus()
  }, [box, first])
  return (errors: EditErrors) => {
    const found = firstError(errors)
    if (!found) return
    show(found.tab)
    setFirst({ field: found.field })
  }
}
