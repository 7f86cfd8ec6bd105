import { atom } from 'jotai'
import type { Facts } from '#contract/facts.ts'

/** What stands around every screen; null until this device or the server has said. */
export const factsAtom = atom<Facts | null>(null)

/** How much the person has not read; null while it is not known. */
export const unreadAtom = atom((get) => get(factsAtom)?.unread ?? null)

/** Whether the person has a page; the Page tab then leads to its management (R-062, D-35). */
export const hasPageAtom = atom((get) => get(factsAtom)?.has_page ?? false)

/** How many brands wait for an answer whether they may know who this is. */
export const invitationsAtom = atom((get) => get(factsAtom)?.invitations ?? 0)

/** Whether all of it is made up, for trying the app out. */
export const sampleDataAtom = atom((get) => get(factsAtom)?.sample_data ?? false)

/** Where somebody new stands; null for everybody else, and while it is not known. */
export const onboardingAtom = atom((get) => get(factsAtom)?.onboarding ?? null)
/** Home then shows what to try next. */
export const hasTasksAtom = atom((get) => get(onboardingAtom)?.tasks === true)
export const isNewcomerAtom = atom((get) => (get(onboardingAtom)?.step ?? null) !== null)

/** The promotion that ends next, within three days (D-58). */
export const timeBannerAtom = atom((get) => get(factsAtom)?.banner ?? null)
