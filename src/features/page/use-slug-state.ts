import type { Options } from 'ky'
import * as v from 'valibot'
import { slugAvailable, slugFromText } from '#api/page/pages.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts'
import { Slug } from '#contract/page/pages.ts'
import { useDebouncedValue } from '#ui/use-debounced.ts'

export type SlugState =
  | { kind: 'empty' | 'checking' | 'free' | 'own' | 'unknown' }
  | { kind: 'wrong'; text: string }
  | { kind: 'taken'; others: string[] }

type SlugQuery = {
  slug: string
  /** Current slug of the page, which needs no check. */
  own?: string | undefined
  /** Name from which alternatives are made if the slug is taken. */
  name: string
}

/** Returns whether a slug is available. The server is asked when the user pauses typing. */
export function useSlugState({ slug, own, name }: SlugQuery): SlugState {
  const settled = useDebouncedValue(slug, SEARCH_DEBOUNCE_MS)
  const parsed = v.safeParse(Slug, settled)
  const slugToCheck = parsed.success && parsed.output !== own ? parsed.output : null
  const answer = useAnswer(
    slugToCheck && `page-address ${slugToCheck}`,
    (options) => checkSlug(slugToCheck ?? '', name, options),
    { isSecondary: true },
  )
  if (slug === '') return { kind: 'empty' }
  if (slug.toLowerCase() === own) return { kind: 'own' }
  if (settled !== slug) return { kind: 'checking' }
  if (!parsed.success) return { kind: 'wrong', text: parsed.issues[0].message }
  if (answer.value)
    return answer.value.available
      ? { kind: 'free' }
      : { kind: 'taken', others: answer.value.others }
  if (answer.error?.status === 400)
    return { kind: 'wrong', text: answer.error.field('name') ?? 'Try another one.' }
  return { kind: answer.loading ? 'checking' : 'unknown' }
}

async function checkSlug(slug: string, name: string, options: Options) {
  const { available } = await slugAvailable(slug, options)
  return { available, others: available ? [] : await findAlternatives(slug, name, options) }
}

/** Returns up to three available slugs, made from the name and the typed slug. */
async function findAlternatives(slug: string, name: string, options: Options): Promise<string[]> {
  const texts = [name || slug, `hello ${slug}`, `${slug} picks`]
  const found = await Promise.all(
    texts.map((text) => slugFromText(text, options).catch(() => slug)),
  )
  return [...new Set(found)].filter((other) => other !== slug)
}

/** Returns a slug made from a name. Letters other than a to z are dropped. */
export const slugFrom = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
    .replace(/-+$/, '')
