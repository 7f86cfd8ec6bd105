import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'

/** Shows a link to the import of a page, for users who have a page at another service. */
export const MoveInLink = () => (
  <ButtonLink href={paths.pageMoveIn} variant="quiet" size="md">
    Import a page you already have
  </ButtonLink>
)
