import { createWidget, deleteWidget, listWidgets } from '#api/page/widgets.ts'
import { runAction } from '#app/failure/run-action.ts'
import { useAnswer, type Answer } from '#app/query/use-answer.ts'
import type { NewWidget, Widget, WidgetLayout, WidgetTheme } from '#contract/page/widgets.ts'
import { quiet } from '#http/client.ts'
import { toApiError } from '#http/error.ts'
import { toast } from '#ui/notices/toast.tsx'

export type WidgetsAnswer = Answer<Widget[]>

export const useWidgets = (): WidgetsAnswer => useAnswer('widgets', listWidgets, { copy: true })

/**
 * Messages offline. Changes of a widget are not queued, because sites show the server's version.
 */
export const OFFLINE_FORM_TEXT = 'This needs a connection. What you changed is kept on this device.'
export const OFFLINE_TEXT = 'You’re offline. Nothing was sent.'

export const LAYOUTS: readonly { value: WidgetLayout; label: string }[] = [
  { value: 'grid', label: 'Grid' },
  { value: 'carousel', label: 'Carousel' },
  { value: 'list', label: 'List' },
]
export const layoutName = (layout: WidgetLayout) =>
  LAYOUTS.find(({ value }) => value === layout)?.label ?? ''

export const THEMES: readonly { value: WidgetTheme; label: string }[] = [
  { value: 'auto', label: 'Like the site' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

type Refreshable = Pick<WidgetsAnswer, 'refresh'>

/** Deletes a widget. While the toast is shown, Undo creates it again with the same embed code. */
export async function removeWidget(widget: Widget, { refresh }: Refreshable): Promise<boolean> {
  let isDeleted = false
  await runAction('delete the widget', () => deleteUnlessGone(widget.id), {
    onDone: () => (isDeleted = true),
  })
  if (!isDeleted) return false
  void refresh()
  const action = { label: 'Undo', onSelect: () => void restore(widget, { refresh }) }
  toast(`${widget.name} deleted`, widget.collection_uuid === null ? {} : { action })
  return true
}

async function restore(widget: Widget, { refresh }: Refreshable): Promise<void> {
  const copy = copyOf(widget)
  if (!copy) return
  const key = crypto.randomUUID()
  await runAction('put the widget back', () => createWidget(copy, { ...quiet, key }), {
    onDone: () => void refresh(),
  })
}

function copyOf(widget: Widget): NewWidget | null {
  const { key, name, collection_uuid, layout, columns, limit, theme } = widget
  if (collection_uuid === null) return null
  return { key, name, collection_uuid, layout, columns, limit, theme }
}

/** Deletes a widget. One deleted on another device counts as deleted. */
async function deleteUnlessGone(id: number): Promise<void> {
  try {
    await deleteWidget(id, quiet)
  } catch (error) {
    if (toApiError(error).status !== 404) throw error
  }
}
