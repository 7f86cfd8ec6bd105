import * as v from 'valibot'
import { createWidget, editWidget } from '#api/page/widgets.ts'
import { explainFailure } from '#app/failure/explain-failure.ts'
import { validateWith, type FormResult } from '#app/form/form-errors.ts'
import { useAttemptKeys } from '#app/form/use-attempt-keys.ts'
import { useForm } from '#app/form/use-form.ts'
import { NewWidget, WIDGET_DEFAULTS, type Widget, type WidgetEdit } from '#contract/page/widgets.ts'
import { quiet } from '#http/client.ts'
import { toApiError } from '#http/error.ts'
import { OFFLINE_FORM_TEXT } from './widgets.ts'

const Settings = v.omit(NewWidget, ['key'])
const read: (values: WidgetValues) => FormResult<v.InferOutput<typeof Settings>> =
  validateWith(Settings)

export type WidgetValues = Pick<Widget, 'name' | 'layout' | 'columns' | 'limit' | 'theme'> & {
  /** Empty if none is selected. */
  collection_uuid: string
}

type WidgetFormOptions = {
  /** Widget to edit; null for a new one. */
  widget: Widget | null
  onSaved: (widget: Widget) => void
  /** Loads the widgets again. */
  refresh: () => void
  /**
   * Whether another view of the dialog covers the form. Back then returns to the form without
   * losing input.
   */
  isCovered: boolean
  onClose: () => void
}

const CONFLICT_TEXT = 'It was changed on another device meanwhile. Review it, then save again.'

/**
 * Returns the form for a widget's settings. Editing sends only changed fields, together with their
 * previous values.
 */
export function useWidgetForm({ widget, isCovered, ...options }: WidgetFormOptions) {
  const attempt = useAttemptKeys()
  const action = widget ? 'save the widget' : 'create the widget'
  return useForm({
    draft: widget ? `widget-${widget.id}` : 'widget-new',
    initial: valuesOf(widget),
    read,
    save: (sent) =>
      widget
        ? editWidget(widget.id, changedFields(widget, sent), quiet)
        : attempt(sent, (key) => createWidget(sent, { ...quiet, key })),
    onSaved: options.onSaved,
    action,
    explain(error) {
      if (toApiError(error).status !== 409) return explainFailure(error, action, 'The widget')
      options.refresh()
      return CONFLICT_TEXT
    },
    offline: OFFLINE_FORM_TEXT,
    within: isCovered ? 'screen' : 'dialog',
    onClose: options.onClose,
  })
}

export type WidgetFormState = ReturnType<typeof useWidgetForm>

export function valuesOf(widget: Widget | null): WidgetValues {
  if (!widget) return { name: '', collection_uuid: '', ...WIDGET_DEFAULTS }
  const { name, collection_uuid, layout, columns, limit, theme } = widget
  return { name, collection_uuid: collection_uuid ?? '', layout, columns, limit, theme }
}

function changedFields(widget: Widget, sent: v.InferOutput<typeof Settings>): WidgetEdit {
  const current = new Map<string, unknown>(Object.entries(widget))
  const fields = Object.entries(sent).filter(([name, value]) => current.get(name) !== value)
  return {
    ...Object.fromEntries(fields),
    base: Object.fromEntries(fields.map(([name]) => [name, current.get(name)])),
  }
}
