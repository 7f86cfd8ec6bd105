import { PlusIcon } from '@phosphor-icons/react/Plus'
import { useDialogStack } from '#app/dialog/use-dialog-stack.ts'
import { AnswerList } from '#app/answer-list.tsx'
import { useOffline } from '#app/problems/problems.ts'
import { Screen } from '#app/shell/screen/screen.tsx'
import type { Widget } from '#contract/page/widgets.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import { toast } from '#ui/notices/toast.tsx'
import { useWide } from '#ui/use-media.ts'
import { WidgetCard } from './widget-card.tsx'
import { WidgetDialog } from './widget-dialog.tsx'
import css from './widgets-screen.module.css'
import { OFFLINE_TEXT, removeWidget, useWidgets } from './widgets.ts'

/**
 * Lists the user's widgets, which show collections on their own site, and opens the dialog to
 * create and edit them (spec, section 1).
 */
export function WidgetsScreen() {
  const widgets = useWidgets()
  const dialog = useDialogStack('widget')
  const offline = useOffline()
  const isBeside = useWide('modal')
  const wide = useWide('desk')
  const rows = widgets.value
  const some = rows !== undefined && rows.length > 0
  const create = () => void dialog.push('new')
  const edit = ({ id }: Widget) => void dialog.push(String(id))
  // On wide screens the settings show the code, too.
  const getCode = (row: Widget) => (isBeside ? edit(row) : void dialog.push(`${row.id}.code`))

  async function remove(widget: Widget): Promise<boolean> {
    if (!offline) return removeWidget(widget, widgets)
    toast(OFFLINE_TEXT, { tone: 'problem' })
    return false
  }

  return (
    <Screen
      title="Widgets"
      freshness={widgets}
      back={paths.more}
      className={css.screen}
      actions={wide && some && <NewButton create={create} />}
    >
      <div className={css.head}>
        <p className={css.text}>Put a collection on your own site. Clicks count as usual.</p>
        {!wide && some && <NewButton create={create} />}
      </div>
      <AnswerList
        what="widgets"
        rows={rows}
        answer={widgets}
        loading={<Waiting />}
        empty={<EmptyState title="No widgets yet." action={<NewButton create={create} />} />}
      >
        {(rows) => (
          <ul className={css.grid} aria-label="Widgets">
            {rows.map((row) => (
              <li key={row.id}>
                <WidgetCard
                  widget={row}
                  edit={edit}
                  getCode={getCode}
                  remove={(one) => void remove(one)}
                />
              </li>
            ))}
          </ul>
        )}
      </AnswerList>
      <WidgetDialog widgets={widgets} dialog={dialog} remove={remove} />
    </Screen>
  )
}

const NewButton = ({ create }: { create: () => void }) => (
  <Button variant="primary" icon={PlusIcon} aria-haspopup="dialog" onClick={create}>
    New widget
  </Button>
)

const Waiting = () => (
  <div className={css.grid} role="status" aria-label="Loading widgets">
    {[1, 2, 3].map((one) => (
      <div key={one} className={css.waiting}>
        <Skeleton height={200} radius={24} />
        <Skeleton width="50%" height={13} />
      </div>
    ))}
  </div>
)
