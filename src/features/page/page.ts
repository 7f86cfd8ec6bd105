import { useStore } from 'jotai'
import { useEffect } from 'react'
import { getProfile } from '#api/people/profile.ts'
import { getPage, listSections, listTemplates } from '#api/page/pages.ts'
import { factsAtom } from '#app/facts/facts.ts'
import { updateFacts } from '#app/facts/follow-facts.ts'
import { useAnswer, type Answer } from '#app/query/use-answer.ts'
import type { CreatorPage, Section } from '#contract/page/pages.ts'
import { shownHost, shownUrl } from '#contract/text/hosts.ts'

export type PageAnswer = Answer<CreatorPage | null>
export type SectionsAnswer = Answer<Section[]>

/** Loads the user's page; null if the server has none, which is not an error. */
export function usePage(): PageAnswer {
  const page = useAnswer('page', getPage, { copy: true })
  const store = useStore()
  const hasPage = page.value === undefined ? undefined : page.value !== null
  useEffect(() => {
    const known = store.get(factsAtom)?.has_page
    // Show or hide the Page tab at once.
    if (hasPage !== undefined && known !== undefined && known !== hasPage)
      updateFacts(store, { has_page: hasPage })
  }, [store, hasPage])
  return page
}

export const useSections = (): SectionsAnswer =>
  useAnswer('page-sections', listSections, { copy: true })

export const useTemplates = () =>
  useAnswer('page-templates', listTemplates, { copy: true, isSecondary: true })

/** Loads the profile, for the avatar beside the page name. */
export const useOwnerProfile = () =>
  useAnswer('profile', getProfile, { copy: true, isSecondary: true })

/** Returns the part of a page address before the slug. */
export const addressBase = () => `${shownHost(location.host)}/p/`

/** Returns the public address without the scheme. */
export const displayAddress = ({ url }: Pick<CreatorPage, 'url'>) =>
  shownUrl(url).replace(/^https?:\/\//, '')
