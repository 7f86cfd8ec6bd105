import { Button } from '#ui/button.tsx'
import css from './show-more.module.css'

type ShowMoreProps = {
  list: { value: { next: number | null } | undefined; adding: boolean; more: () => void }
}

/** Shows a button that loads the next page, if there is one. */
export const ShowMore = ({ list: { value, adding, more } }: ShowMoreProps) =>
  value && value.next !== null ? (
    <div className={css.more}>
      <Button busy={adding} onClick={more}>
        Show more
      </Button>
    </div>
  ) : null
