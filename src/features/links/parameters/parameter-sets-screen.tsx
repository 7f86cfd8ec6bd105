import { PlusIcon } from '@phosphor-icons/react/Plus'
import { AnswerList } from '#app/answer-list.tsx'
import { useDialogParam } from '#app/dialog/use-dialog-param.ts'
import { Screen } from '#app/shell/screen/screen.tsx'
import { MAX_PARAMETER_SETS } from '#contract/limits.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ListButton } from '#ui/list-row.tsx'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import css from './parameters.module.css'
import { parametersText, useParameterSets } from './parameter-sets.ts'
import { SetDialog } from './set-dialog.tsx'

/** Lists the user's parameter sets, and opens the dialog to create and edit them. */
export function ParameterSetsScreen() {
  const sets = useParameterSets()
  const dialog = useDialogParam('set')
  const rows = sets.value ?? []
  const shown = rows.find(({ uuid }) => uuid === dialog.value)
  const create = () => dialog.open('new')
  return (
    <Screen title="Parameter sets" freshness={sets} back={paths.settings} narrow>
      <div className={css.lead}>
        <p>Add the same parameters to many links, such as the campaign and your partner id.</p>
        {rows.length > 0 && rows.length < MAX_PARAMETER_SETS && <NewButton create={create} />}
      </div>
      <AnswerList
        what="parameter sets"
        rows={sets.value}
        answer={sets}
        loading={<Waiting />}
        empty={<EmptyState title="No parameter sets yet." action={<NewButton create={create} />} />}
      >
        {(rows) => (
          <ul className={css.rows} aria-label="Parameter sets">
            {rows.map((set) => (
              <li key={set.uuid}>
                <ListButton
                  opens
                  label={set.name}
                  help={parametersText(set.parameters)}
                  onClick={() => dialog.open(set.uuid)}
                />
              </li>
            ))}
          </ul>
        )}
      </AnswerList>
      {(dialog.value === 'new' || shown) && (
        <SetDialog key={dialog.value} set={shown} sets={sets} onClose={dialog.close} />
      )}
    </Screen>
  )
}

const NewButton = ({ create }: { create: () => void }) => (
  <Button variant="primary" icon={PlusIcon} aria-haspopup="dialog" onClick={create}>
    New set
  </Button>
)

const Waiting = () => (
  <div className={css.waiting} role="status" aria-label="Loading parameter sets">
    {[1, 2, 3].map((one) => (
      <Skeleton key={one} width="60%" height={14} />
    ))}
  </div>
)
