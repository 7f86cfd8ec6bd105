import { count } from '#app/formats.ts'
import type { MoveInDraft } from '#contract/page/move-in.ts'
import { NETWORKS } from '#contract/social/social-networks.ts'

const lists = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** Returns a sentence with what a draft has besides links; undefined if there is nothing else. */
export function alsoText(draft: MoveInDraft): string | undefined {
  const headings = draft.sections.filter(({ title }) => title !== '').length
  const parts = [
    ...(draft.image_url !== null && !draft.has_page ? ['your picture'] : []),
    ...(headings > 0 ? [headings === 1 ? 'one heading' : `${inWords(headings)} headings`] : []),
    ...draft.social.map(networkName),
    ...(draft.look && !draft.has_page ? [colours(draft.look.background)] : []),
  ]
  if (parts.length === 0) return undefined
  const text = lists.format(parts)
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`
}

const WORDS = ['', '', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
const inWords = (number: number) => WORDS[number] ?? count(number)

const networkName = ({ url, name }: MoveInDraft['social'][number]) =>
  NETWORKS.find(
    ({ urlPrefix, host }) => url.startsWith(urlPrefix) || url.includes(`//www.${host}/`),
  )?.title ?? name

const colours = (background: string | null) =>
  background === null ? 'your colours' : `the ${background} background`
