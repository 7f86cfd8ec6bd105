import type { Options } from 'ky'
import * as v from 'valibot'
import { getProfile } from '#api/people/profile.ts'
import { getInstagramUser } from '#api/people/connected-accounts.ts'
import { createPage, slugFromText, suggestSlug } from '#api/page/pages.ts'
import { validateWith, type FormResult } from '#app/form/form-errors.ts'
import { useAttemptKeys } from '#app/form/use-attempt-keys.ts'
import { useForm } from '#app/form/use-form.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import type { ConnectedAccount } from '#contract/people/connected-accounts.ts'
import { NewPage } from '#contract/page/pages.ts'
import type { EditResult } from '#features/people/photos/editor-props.ts'
import { quiet } from '#http/client.ts'
import { isCancelled } from '#http/error.ts'
import { toast } from '#ui/notices/toast.tsx'
import { pictureOf } from '../edit/edit-picture.tsx'
import type { PageAnswer } from '../page.ts'
import { explainRefusal, OFFLINE_TEXT } from '../use-saves.ts'
import { slugFrom, useSlugState } from '../use-slug-state.ts'

export type Suggestion = { title: string; slug: string }
type Values = Suggestion & { description: string; picture: EditResult | null }

const NO_SUGGESTION: Suggestion = { title: '', slug: '' }

/** Suggests a title from the connected account or the user's name, and a slug that is available. */
export function useSuggestion(
  account: ConnectedAccount | null | undefined = null,
): Suggestion | undefined {
  const answer = useAnswer(
    account === undefined ? null : `page-suggestion ${account?.id ?? ''}`,
    (options) => (account ? suggestFrom(account, options) : suggest(options)),
    { isSecondary: true },
  )
  if (answer.value) return answer.value
  return answer.loading || account === undefined ? undefined : NO_SUGGESTION
}

/**
 * Suggests title and slug from the Instagram profile, or from the user's own name if it cannot be
 * read.
 */
async function suggestFrom({ id }: ConnectedAccount, options: Options): Promise<Suggestion> {
  try {
    const { name, username } = await getInstagramUser(id, options)
    return { title: name.trim() || username, slug: await slugFromText(username, options) }
  } catch (error) {
    if (isCancelled(error)) throw error
    return suggest(options)
  }
}

async function suggest(options: Options): Promise<Suggestion> {
  const [profile, slug] = await Promise.all([getProfile(options), suggestSlug(options)])
  return { title: `${profile.first_name} ${profile.last_name}`.trim(), slug }
}

const readFields = validateWith(v.pick(NewPage, ['slug', 'title', 'description']))

function read({ picture, ...values }: Values): FormResult<NewPage> {
  const { sent, errors } = readFields(values)
  return errors ? { errors } : { sent: { ...sent, ...(picture && pictureOf(picture)) } }
}

/**
 * Returns the form for a first page. The slug follows the title until the user changes the slug.
 */
export function useNewPage(suggested: Suggestion, page: PageAnswer) {
  const attempt = useAttemptKeys()
  const initial: Values = { ...suggested, description: '', picture: null }
  const form = useForm({
    draft: 'new-page',
    initial,
    read,
    save: (sent) => attempt(sent, (key) => createPage(sent, { ...quiet, key })),
    onSaved(made) {
      page.set(made)
      toast('Your page is ready. Publish it when you like.')
    },
    action: 'create the page',
    explain: (error) => explainRefusal(error, 'create the page'),
    offline: OFFLINE_TEXT,
  })
  const { title, slug } = form.values
  const state = useSlugState({ slug, name: title })

  function rename(next: string) {
    const follows = slug === '' || slug === slugFrom(title) || slug === suggested.slug
    form.change({ title: next, ...(follows && { slug: slugFrom(next) }) })
  }

  /** The slug is available, or its availability could not be checked. */
  const isFree = state.kind === 'free' || state.kind === 'unknown'
  return { form, state, rename, canContinue: isFree && title.trim() !== '' }
}
