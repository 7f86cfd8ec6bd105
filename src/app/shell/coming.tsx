import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { paths, type Href } from '#paths.ts'
import { Screen } from './screen.tsx'

type ComingProps = {
  title: string
  /** The screen that it lies below; left out for the five places of the menu. */
  back?: Href | undefined
}

/** Says so where a screen of the specification is still missing (D-106). Goes with the last of them. */
export function Coming({ title, back }: ComingProps) {
  return (
    <Screen title={title} freshness="none" {...(back ? { back } : {})}>
      <EmptyState
        title="This screen is not here yet"
        text={`${title} comes with a later version of this app.`}
        action={
          <ButtonLink href={back ?? paths.home}>{back ? 'Go back' : 'Go to Discover'}</ButtonLink>
        }
      />
    </Screen>
  )
}
