import { PlusIcon } from '@phosphor-icons/react/Plus'
import css from './tag-input.module.css'

type TagOptionsProps = {
  id: string
  options: string[]
  /** Whether the first option is the typed text, which is not a known tag. */
  hasNewTag: boolean
  active: number
  onPick: (tag: string) => void
}

export function TagOptions({ id, options, hasNewTag, active, onPick }: TagOptionsProps) {
  if (options.length === 0) return null
  return (
    <div className={css.suggested}>
      <div className={css.label} aria-hidden="true">
        Suggestions
      </div>
      <div id={id} className={css.options} role="listbox" aria-label="Suggestions">
        {options.map((tag, at) => (
          <div
            key={tag}
            id={`${id}-${at}`}
            className={css.option}
            role="option"
            aria-selected={at === active}
            // Keep the focus in the field, otherwise its blur handler would add the typed text.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onPick(tag)}
          >
            <PlusIcon size={13} weight="bold" aria-hidden />
            <span>{hasNewTag && at === 0 ? `Add “${tag}”` : tag}</span>
          </div>
        ))}
      </div>
    </div>
  )
}
