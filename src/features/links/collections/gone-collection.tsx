import { useNavigate } from '@tanstack/react-router'
import { toApiError } from '#http/error.ts'
import { useAttemptKeys } from '#app/form/use-attempt-keys.ts'
import type { Collection, NewCollection, NewSmartCollection } from '#contract/collections.ts'
import { useDraft } from '#live/drafts/drafts.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { collectionsPath, paths } from '#paths.ts'
import { addLinks, makeCollection } from './collections.ts'
import { Refused } from './refused.tsx'
import { draftOf, readRule, type RuleDraft } from './rule.ts'
import { useSave } from './use-save.ts'

const TEXT = 'It was deleted, here or on another device. Its links are still yours.'

/**
 * Shows that a collection was deleted. `seen` is its last state if it was open here, from which it
 * can be created again.
 */
export const GoneCollection = ({ id, seen }: { id: string; seen: Collection | undefined }) =>
  seen ? (
    <MakeAgain key={id} seen={seen} />
  ) : (
    <EmptyState
      title="This collection is gone"
      text={TEXT}
      action={<ButtonLink href={collectionsPath}>Your collections</ButtonLink>}
    />
  )

/** Offers to create the collection again, including unsaved input from its dialogs. */
function MakeAgain({ seen }: { seen: Collection }) {
  const typed = useTyped(seen)
  const { save, busy, refusal } = useSave('create the collection')
  const navigate = useNavigate()
  const make = useMakeWithCover(seen)

  const again = () =>
    save(async () => {
      const name = typed.name ?? seen.name
      const rule = typed.rule ?? seen.rule
      const made = await make({ name, layout: seen.layout, ...(rule && { rule }) })
      const links = [...new Set([...(seen.link_uuids ?? []), ...typed.links])]
      if (links.length > 0) await addLinks(made.uuid, links)
      typed.discard()
      await navigate({ href: paths.collection(made.uuid), replace: true })
    })

  return (
    <EmptyState
      title={`${seen.name} is gone`}
      text={typed.some ? `${TEXT} What you had not saved is still here, too.` : TEXT}
      action={
        <>
          <Refused text={refusal} />
          <Button variant="primary" busy={busy} onClick={() => void again()}>
            Create it again
          </Button>
        </>
      }
      secondary={
        <ButtonLink variant="quiet" href={collectionsPath}>
          Your collections
        </ButtonLink>
      }
    />
  )
}

/**
 * Returns a function that creates the collection with its cover, or without it if the picture no
 * longer exists. The server keeps unused pictures for a week.
 */
function useMakeWithCover({ type, image_upload_id, image_params, thumbnail_params }: Collection) {
  const attempt = useAttemptKeys()
  const make = (body: NewCollection | NewSmartCollection) =>
    attempt(body, (key) => makeCollection(type, body, key))

  return async (body: NewCollection | NewSmartCollection) => {
    if (image_upload_id === null) return make(body)
    try {
      return await make({ ...body, image_upload_id, image_params, thumbnail_params })
    } catch (error) {
      if (toApiError(error).field('image_upload_id') === undefined) throw error
      return make(body)
    }
  }
}

/** Returns the unsaved drafts of this collection's dialogs. */
function useTyped({ uuid, rule: before }: Collection) {
  const [name, , dropName] = useDraft<{ name?: string }>(`collection-name-${uuid}`)
  const [ticks, , dropTicks] = useDraft<{ uuids?: string[] }>(`add-collection-links-${uuid}`)
  const [rule, , dropRule] = useDraft<Partial<RuleDraft>>(`collection-rule-${uuid}`)
  const read = rule && before ? readRule({ ...draftOf(before), ...rule }) : undefined
  return {
    name: name?.name?.trim() || undefined,
    links: ticks?.uuids ?? [],
    rule: read?.sent,
    some: Boolean(name ?? ticks ?? rule),
    discard() {
      dropName()
      dropTicks()
      dropRule()
    },
  }
}
