import { useNavigate } from '@tanstack/react-router'
import { toApiError } from '#api/error.ts'
import { useAttemptKeys } from '#app/use-attempt-keys.ts'
import type { Collection, NewCollection, NewSmartCollection } from '#contract/collections.ts'
import { COLLECTIONS_PATH } from '#features/links/list-tabs.tsx'
import { useDraft } from '#mirror/drafts.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { collectionPath } from './collection-tile.tsx'
import { addLinks, makeCollection } from './collections.ts'
import { Refused } from './refused.tsx'
import { readRule, type RuleDraft } from './rule.ts'
import { useSave } from './use-save.ts'

const TEXT = 'It was deleted, here or on another device. Its links are still yours.'

/** `seen`: what it was, when it was open here before it went. */
export const GoneCollection = ({ id, seen }: { id: string; seen: Collection | undefined }) =>
  seen ? (
    <MakeAgain key={id} seen={seen} />
  ) : (
    <EmptyState
      title="This collection is gone"
      text={TEXT}
      action={<ButtonLink href={COLLECTIONS_PATH}>Your collections</ButtonLink>}
    />
  )

/** With what was typed or ticked in its dialogs and had not been saved. */
function MakeAgain({ seen }: { seen: Collection }) {
  const typed = useTyped(seen.uuid)
  const { save, busy, errorOf } = useSave('create the collection', ['name', 'rule', 'uuids'])
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
      await navigate({ to: collectionPath(made.uuid), replace: true })
    })

  const refused = errorOf('name') ?? errorOf('rule') ?? errorOf('uuids') ?? errorOf('')
  return (
    <EmptyState
      title={`${seen.name} is gone`}
      text={typed.some ? `${TEXT} What you had not saved is still here, too.` : TEXT}
      action={
        <>
          <Refused text={refused} />
          <Button variant="primary" busy={busy} onClick={() => void again()}>
            Create it again
          </Button>
        </>
      }
      secondary={
        <ButtonLink variant="quiet" href={COLLECTIONS_PATH}>
          Your collections
        </ButtonLink>
      }
    />
  )
}

/** A picture that nothing uses any more is kept for a week; after that there is no cover to bring back. */
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

/** The drafts of this collection's dialogs. */
function useTyped(uuid: string) {
  const [name, , dropName] = useDraft<{ name?: string }>(`collection-name-${uuid}`)
  const [ticks, , dropTicks] = useDraft<{ uuids?: string[] }>(`add-collection-links-${uuid}`)
  const [rule, , dropRule] = useDraft<RuleDraft>(`collection-rule-${uuid}`)
  const read = rule ? readRule(rule) : undefined
  return {
    name: name?.name?.trim() || undefined,
    links: ticks?.uuids ?? [],
    rule: read?.rule,
    some: Boolean(name ?? ticks ?? rule),
    discard() {
      dropName()
      dropTicks()
      dropRule()
    },
  }
}
