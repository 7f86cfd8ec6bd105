import { useStore } from 'jotai'
import { useEffect } from 'react'
import { getProfile } from '#api/profile.ts'
import { getPage, listSections, listTemplates } from '#api/pages.ts'
import { factsAtom } from '#app/facts/facts.ts'
import { learnFacts } from '#app/facts/follow-facts.ts'
import { useAnswer, type Answer } from '#app/query/use-answer.ts'
import type { CreatorPage, Section } from '#contract/pages.ts'

export type PageAnswer = Answer<CreatorPage | null>
export type SectionsAnswer = Answer<Section[]>

/** The person's page; null when the server says that there is none, which is no error. */
export function usePage(): PageAnswer {
  const page = useAnswer('page', getPage, { copy: true })
  const store = useStore()
  const hasPage = page.value === undefined ? undefined : page.value !== null
  useEffect(() => {
    const known = store.get(factsAtom)?.has_page
    // The Page tab follows at once.
    if (hasPage !== undefined && known !== undefined && known !== hasPage)
      learnFacts(store, { has_page: hasPage })
  }, [store, hasPage])
  return page
}

export const useSections = (): SectionsAnswer =>
  useAnswer('page-sections', listSections, { copy: true })

export const useTemplates = () =>
  useAnswer('page-templates', listTemplates, { copy: true, aside: true })

/** The face beside the page's name. */
export const useOwner = () => useAnswer('profile', getProfile, { copy: true, aside: true })

/** What stands before the name in every address of a page. */
export const addressBase = () => `${location.host}/p/`

/** Where anybody finds it, as people write it. */
export const plainAddress = ({ url }: Pick<CreatorPage, 'url'>) => url.replace(/^https?:\/\//, '')
