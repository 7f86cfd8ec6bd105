import { useEffect, useState } from 'react'
import { previewSettings, previewWidget } from '#api/page/widgets.ts'
import { NotLoaded } from '#app/problems/not-loaded.tsx'
import { useOffline } from '#app/problems/problems.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import type { Widget, WidgetPreview as Settings } from '#contract/page/widgets.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import type { WidgetValues } from './use-widget-form.ts'
import css from './widget-preview.module.css'

/** Milliseconds without a change before the preview is updated. */
export const PREVIEW_DELAY_MS = 500

type WidgetPreviewProps = { widget: Widget | null; values: WidgetValues; dirty: boolean }

/** Shows the widget on an example site. */
export function WidgetPreview({ widget, values, dirty }: WidgetPreviewProps) {
  return (
    <section className={css.site} aria-label="Preview">
      <p className={`${css.bar} hint`} aria-hidden="true">
        <i />
        <i />
        <i />
        <span>your-site.example</span>
      </p>
      <div className={`${css.page} stack`}>
        <div className={css.lines} aria-hidden="true">
          <i />
          <i />
        </div>
        <Frame widget={widget} values={values} dirty={dirty} />
      </div>
    </section>
  )
}

/** Key of the preview for unchanged settings, which shows the saved widget. */
const SAVED = 'saved'

function Frame({ widget, values, dirty }: WidgetPreviewProps) {
  const { collection_uuid, layout, columns, limit, theme } = values
  const settings: Settings = { collection_uuid, layout, columns, limit, theme }
  const settingsKey = useSettledValue(widget && !dirty ? SAVED : JSON.stringify(settings))
  const offline = useOffline()
  const isChosen = collection_uuid !== ''
  const preview = useAnswer(
    isChosen
      ? `widget-preview ${widget?.id ?? ''} ${widget?.updated_at ?? ''} ${settingsKey}`
      : null,
    (options) =>
      widget && settingsKey === SAVED
        ? previewWidget(widget.id, options)
        : previewSettings(JSON.parse(settingsKey) as Settings, options),
    { isSecondary: true },
  )
  const html = useLastValue(preview.value)
  if (!isChosen) return <p className={css.none}>Choose a collection to see it here.</p>
  if (html !== undefined)
    return (
      <iframe
        className={css.frame}
        title="Preview of the widget"
        // No script runs in it, and its links do not navigate.
        sandbox=""
        srcDoc={html}
      />
    )
  if (offline)
    return <EmptyState title="No preview offline" text="It comes back when you’re online." />
  if (preview.loading) return <Skeleton height={280} radius={16} />
  return <NotLoaded what="preview" list={preview} />
}

/** Returns the last value until the next one is loaded. */
function useLastValue(value: string | undefined): string | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}

function useSettledValue(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    if (settled === value) return undefined
    const timer = setTimeout(() => setSettled(value), PREVIEW_DELAY_MS)
    return () => clearTimeout(timer)
  }, [settled, value])
  return settled
}
