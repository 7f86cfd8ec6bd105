import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Screen } from './screen.tsx'

type ComingProps = { title: string; back: { path: string; label: string } }

/** Says so where a screen of the specification is still missing (D-106). Goes with the last of them. */
export function Coming({ title, back }: ComingProps) {
  return (
    <Screen title={title} back={back.path}>
      <EmptyState
        title="This screen is not here yet"
        text={`${title} comes with a later version of this app.`}
        action={<ButtonLink href={back.path}>{back.label}</ButtonLink>}
      />
    </Screen>
  )
}
