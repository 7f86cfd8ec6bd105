import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Screen } from './screen.tsx'

type ComingProps = {
  title: string
  /** The screen that it lies below; left out for the five places of the menu. */
  back?: string | undefined
}

/** Says so where a screen of the specification is still missing (D-106). Goes with the last of them. */
export function Coming({ title, back }: ComingProps) {
  return (
    <Screen title={title} {...(back ? { back } : {})}>
      <EmptyState
        title="This screen is not here yet"
        text={`${title} comes with a later version of this app.`}
        action={<ButtonLink href={back ?? '/'}>{back ? 'Go back' : 'Go to Discover'}</ButtonLink>}
      />
    </Screen>
  )
}
