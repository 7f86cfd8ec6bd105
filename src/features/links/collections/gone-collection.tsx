import { useNavigate } from '@tanstack/react-router'
import { toApiError } from '#http/error.ts'
import { useAttemptKeys } from '#app/form/use-attempt-keys.ts'
import type { Collection, NewCollection, NewSmartCollection } from '#contract/collections.ts'
import { useDraft } from '#live/drafts/drafts.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { collectionsPath, paths } from '#paths.ts'
import { addLinks, createCollection } from './collections.ts'
import { RefusalAlert } from './refused.tsx'
import { draftOf, readRule, type RuleDraft } from './rule/rule.ts'
import { useSave } from './use-save.ts'

const TEXT = 'It was deleted, here or on another device. Its links are still yours.'

/**
 * Shows that a collection was deleted. `seen` is its last state if it was open here, from which it
 * can be created again.
 */
export const GoneCollection = ({ id, seen }: { id: string; seen: Collection | undefined }) =>
  seen ? (
    <CreateAgain key={id} seen={seen} />
  ) : (
    <EmptyState
      title="This collection is gone"
      text={TEXT}
      action={<ButtonLink href={collectionsPath}>Your collections</ButtonLink>}
    />
  )

/** Offers to create the collection again, including unsaved input from its dialogs. */
function CreateAgain({ seen }: { seen: Collection }) {
  const drafts = useUnsavedDrafts(seen)
  const { save, busy, refusal } = useSave('create the collection')
  const navigate = useNavigate()
  const make = useCreateWithCover(seen)

  const createAgain = () =>
    save(async () => {
      const name = drafts.name ?? seen.name
      const rule = drafts.rule ?? seen.rule
      const created = await make({ name, layout: seen.layout, ...(rule && { rule }) })
      const links = [...new Set([...(seen.link_uuids ?? []), ...drafts.links])]
      if (links.length > 0) await addLinks(created.uuid, links)
      drafts.discard()
      await navigate({ href: paths.collection(created.uuid), replace: true })
    })

  return (
    <EmptyState
      title={`${seen.name} is gone`}
      text={drafts.some ? `${TEXT} What you had not saved is still here, too.` : TEXT}
      action={
        <>
          <RefusalAlert text={refusal} />
          <Button variant="primary" busy={busy} onClick={() => void createAgain()}>
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
function useCreateWithCover({ type, image_upload_id, image_params, thumbnail_params }: Collection) {
  const attempt = useAttemptKeys()
  const make = (body: NewCollection | NewSmartCollection) =>
    attempt(body, (key) => createCollection(type, body, key))

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
function useUnsavedDrafts({ uuid, rule: before }: Collection) {
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
