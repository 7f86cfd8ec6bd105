import { createWidget, deleteWidget, listWidgets } from '#api/widgets.ts'
import { runAction } from '#app/failure/run-action.ts'
import { useAnswer, type Answer } from '#app/query/use-answer.ts'
import type { NewWidget, Widget, WidgetLayout, WidgetTheme } from '#contract/widgets.ts'
import { quiet } from '#http/client.ts'
import { toApiError } from '#http/error.ts'
import { toast } from '#ui/toast.tsx'

export type WidgetsAnswer = Answer<Widget[]>

export const useWidgets = (): WidgetsAnswer => useAnswer('widgets', listWidgets, { copy: true })

/**
 * Messages offline. Changes of a widget are not queued, because sites show the server's version.
 */
export const NOT_SENT = 'This needs a connection. What you changed is kept on this device.'
export const NOT_NOW = 'You’re offline. Nothing was sent.'

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

type Ways = Pick<WidgetsAnswer, 'refresh'>

/** Deletes a widget. While the toast is shown, Undo creates it again with the same embed code. */
export async function removeWidget(widget: Widget, { refresh }: Ways): Promise<boolean> {
  let isGone = false
  await runAction('delete the widget', () => deleteUnlessGone(widget.id), {
    done: () => (isGone = true),
  })
  if (!isGone) return false
  void refresh()
  const action = { label: 'Undo', onSelect: () => void putBack(widget, { refresh }) }
  toast(`${widget.name} deleted`, widget.collection_uuid === null ? {} : { action })
  return true
}

async function putBack(widget: Widget, { refresh }: Ways): Promise<void> {
  const again = sameAgain(widget)
  if (!again) return
  const key = crypto.randomUUID()
  await runAction('put the widget back', () => createWidget(again, { ...quiet, key }), {
    done: () => void refresh(),
  })
}

function sameAgain(widget: Widget): NewWidget | null {
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
