import { ArrowLeftIcon } from '@phosphor-icons/react/ArrowLeft'
import { CodeIcon } from '@phosphor-icons/react/Code'
import { EyeIcon } from '@phosphor-icons/react/Eye'
import { TrashIcon } from '@phosphor-icons/react/Trash'
import { useSetAtom } from 'jotai'
import { useEffect, useEffectEvent, useRef } from 'react'
import { askToLeave } from '#app/dialog/unsaved.ts'
import type { useDialogStack } from '#app/dialog/use-dialog-stack.ts'
import type { Widget } from '#contract/page/widgets.ts'
import { BlockFacts } from '#features/links/block-facts.tsx'
import { Banner } from '#ui/notices/banner.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Modal } from '#ui/dialog/modal.tsx'
import { toast } from '#ui/notices/toast.tsx'
import { useWide } from '#ui/use-media.ts'
import { EmbedCode } from './embed-code.tsx'
import { PickCollection } from './pick-collection.tsx'
import { allClicksText } from './widget-clicks.ts'
import { useWidgetForm, valuesOf, type WidgetFormState } from './use-widget-form.ts'
import { WidgetForm } from './widget-form.tsx'
import css from './widget-dialog.module.css'
import { WidgetPreview } from './widget-preview.tsx'
import type { WidgetsAnswer } from './widgets.ts'

type Dialog = ReturnType<typeof useDialogStack>
type WidgetDialogProps = {
  widgets: WidgetsAnswer
  dialog: Dialog
  /** Resolves to true if the widget was deleted. */
  remove: (widget: Widget) => Promise<boolean>
}

/** Shows the settings of a widget, with further views for collection, preview and embed code. */
export function WidgetDialog({ widgets, dialog, remove }: WidgetDialogProps) {
  const [widgetId] = dialog.views
  if (widgetId === undefined) return null
  const widget = widgets.value?.find(({ id }) => String(id) === widgetId) ?? null
  if (widgetId === 'new' || widget)
    return <OpenWidget key={widgetId} {...{ widgets, dialog, remove, widget }} />
  return widgets.value ? <CloseDialog close={dialog.close} /> : null
}

/** Closes the dialog if the address names a widget that no longer exists. */
function CloseDialog({ close }: { close: () => void }) {
  const closed = useEffectEvent(close)
  useEffect(() => closed(), [])
  return null
}

const TITLES: Record<string, string> = {
  collection: 'Choose a collection',
  preview: 'Preview',
  code: 'Embed code',
}
const FORM = 'widget-settings'

type OpenWidgetProps = WidgetDialogProps & { widget: Widget | null }

function OpenWidget({ widgets, dialog, remove, widget }: OpenWidgetProps) {
  const { views, top = '', push, replace, back, close } = dialog
  const view = views.length > 1 && top in TITLES ? top : 'settings'
  const isBeside = useWide('modal')
  const closeAll = useCloseAll(close)
  const form = useWidgetForm({
    widget,
    refresh: () => void widgets.refresh(),
    isCovered: view !== 'settings',
    onClose: close,
    onSaved(next) {
      const rows = widgets.value ?? []
      widgets.set(widget ? rows.map((row) => (row.id === next.id ? next : row)) : [...rows, next])
      toast(widget ? 'Saved' : 'Widget created')
      if (!widget) void showCreated(next)
    },
  })
  useFocusOnView(view)

  /** Shows the embed code, the purpose of a new widget. */
  async function showCreated({ id }: Widget) {
    await replace(String(id))
    if (!isBeside) await push('code')
  }
  /** Deletes the widget and discards unsaved changes. */
  async function removeThis(one: Widget) {
    if (!(await remove(one))) return
    form.change(valuesOf(one))
    close()
  }
  if (!form.ready) return null

  const title = TITLES[view] ?? widget?.name ?? 'New widget'
  return (
    <Modal
      title={title}
      heading={view !== 'settings' && <Heading title={title} back={back} />}
      onClose={closeAll}
      dirty={form.dirty}
      size="large"
      footer={
        view === 'settings' && (
          <Footer form={form} widget={widget} remove={(one) => void removeThis(one)} />
        )
      }
    >
      <View view={view} form={form} widget={widget} isBeside={isBeside} push={push} back={back} />
    </Modal>
  )
}

type ViewProps = Pick<Dialog, 'push' | 'back'> & {
  view: string
  form: WidgetFormState
  widget: Widget | null
  isBeside: boolean
}

function View({ view, form, widget, isBeside, push, back }: ViewProps) {
  const { values, change, dirty } = form
  const preview = <WidgetPreview widget={widget} values={values} dirty={dirty} />
  if (view === 'preview') return preview
  if (view === 'code') return widget && <EmbedCode widget={widget} hidesTitle />
  if (view === 'collection')
    return (
      <PickCollection
        chosen={values.collection_uuid}
        choose={(collection_uuid) => {
          change({ collection_uuid })
          back()
        }}
      />
    )
  return (
    <div className={`${css.columns} stack`}>
      <div>
        {widget?.block && <Blocked block={widget.block} />}
        {widget && <p className={`${css.clicks} hint`}>{allClicksText(widget)}</p>}
        <WidgetForm id={FORM} form={form} chooseCollection={() => void push('collection')} />
        {!isBeside && <ViewButtons widget={widget} push={push} />}
      </div>
      {isBeside && (
        <div className={`${css.beside} stack`}>
          {preview}
          {widget && <EmbedCode widget={widget} />}
        </div>
      )}
    </div>
  )
}

/** Warns the creator that the operator blocked the widget, before they edit it. */
const Blocked = ({ block }: { block: NonNullable<Widget['block']> }) => (
  <div className={css.blocked}>
    <Banner tone="danger">
      <b>Blocked.</b> The operator of this site took this widget down, so no site shows it.
    </Banner>
    <BlockFacts block={block} />
  </div>
)

/** Shows buttons for preview and code, because a phone has space for only one view. */
const ViewButtons = ({ widget, push }: Pick<ViewProps, 'widget' | 'push'>) => (
  <div className={css.ways}>
    <Button icon={EyeIcon} data-opens="preview" onClick={() => void push('preview')}>
      Preview
    </Button>
    {widget && (
      <Button icon={CodeIcon} data-opens="code" onClick={() => void push('code')}>
        Embed code
      </Button>
    )}
  </div>
)

const Heading = ({ title, back }: { title: string; back: () => void }) => (
  <div className={css.heading}>
    <IconButton label="Back" icon={ArrowLeftIcon} iconSize={22} onClick={back} />
    <span aria-hidden="true">{title}</span>
  </div>
)

type FooterProps = Pick<ViewProps, 'form' | 'widget'> & { remove: (widget: Widget) => void }

const Footer = ({ form, widget, remove }: FooterProps) => (
  <>
    {widget && (
      <Button icon={TrashIcon} className={css.delete} onClick={() => remove(widget)}>
        Delete
      </Button>
    )}
    <Button type="submit" form={FORM} variant="primary" busy={form.busy}>
      {widget ? 'Save' : 'Create widget'}
    </Button>
  </>
)

/** Closes all views, and asks first if there are unsaved changes in any of them. */
function useCloseAll(close: () => void) {
  const ask = useSetAtom(askToLeave)
  async function closeAll() {
    if (await ask('everything')) close()
  }
  return () => void closeAll()
}

/**
 * Moves the focus to the title of a new view, or back to the button that opened the view just left.
 */
function useFocusOnView(view: string) {
  const last = useRef(view)
  useEffect(() => {
    const previous = last.current
    last.current = view
    if (previous === view) return
    const opener = document.querySelector<HTMLElement>(`[data-opens="${previous}"]`)
    const title = document.querySelector<HTMLElement>('dialog[open] [data-dialog-title]')
    const target = view === 'settings' ? (opener ?? title) : title
    target?.focus()
  }, [view])
}
