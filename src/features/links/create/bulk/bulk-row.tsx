import { XIcon } from '@phosphor-icons/react/X'
import { useState } from 'react'
import { IconButton } from '#ui/button.tsx'
import { TextField } from '#ui/fields/field.tsx'
import { urlInput } from '#ui/fields/input-kinds.ts'
import { plainUrl } from '../../short-parts.ts'
import css from './bulk.module.css'
import type { BulkRow, RowState } from './rows.ts'

type BulkRowItemProps = {
  index: number
  row: BulkRow
  state: RowState
  busy: boolean
  onEdit: (text: string) => void
  onRemove: () => void
}

/**
 * Shows one address of the list. An address that was wrong is a field, and stays one while it is
 * corrected.
 */
export function BulkRowItem({ index, row, state, busy, onEdit, onRemove }: BulkRowItemProps) {
  const [wasWrong, setWasWrong] = useState(false)
  const isWrong = state.kind === 'wrong'
  if (isWrong && !wasWrong) setWasWrong(true)
  const label = `Address ${index + 1}`
  return (
    <li className={css.row}>
      <span className={css.number} aria-hidden>
        {index + 1}
      </span>
      {isWrong || wasWrong ? (
        <TextField
          className={css.field}
          name={`address-${index + 1}`}
          label={label}
          value={row.text}
          readOnly={busy}
          onChange={(event) => onEdit(event.target.value)}
          error={isWrong ? state.text : undefined}
          help={stateText(state, busy)}
          {...urlInput}
        />
      ) : (
        <span className={css.text}>
          <span className={css.address} translate="no">
            {plainUrl(row.text)}
          </span>
          <span className="hint">{stateText(state, busy)}</span>
        </span>
      )}
      <IconButton
        label={`Remove address ${index + 1}`}
        icon={XIcon}
        size="sm"
        data-remove
        disabled={busy}
        onClick={onRemove}
      />
    </li>
  )
}

function stateText(state: RowState, busy: boolean): string {
  if (state.kind === 'repeated') return `Same as address ${state.of + 1}. One link is created.`
  return busy ? 'Creating' : 'Ready'
}
