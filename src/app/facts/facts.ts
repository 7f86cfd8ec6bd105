import { atom } from 'jotai'
import type { Facts } from '#contract/facts.ts'

/** Data shown around every screen. Null until this device or the server has provided it. */
export const factsAtom = atom<Facts | null>(null)

/** Numbers of unread notifications. Null until known. */
export const unreadAtom = atom((get) => get(factsAtom)?.unread ?? null)

/** Whether the user has a page. The Page tab then leads to its management. */
export const hasPageAtom = atom((get) => get(factsAtom)?.has_page ?? false)

/** Number of brands that wait for the user to accept their invitation. */
export const invitationsAtom = atom((get) => get(factsAtom)?.invitations ?? 0)

/** Whether all data is sample data for trying the app. */
export const sampleDataAtom = atom((get) => get(factsAtom)?.sample_data ?? false)

/** Progress of a new user. Null for all others, and until known. */
export const onboardingAtom = atom((get) => get(factsAtom)?.onboarding ?? null)
/** Whether Home shows tasks to try next. */
export const hasTasksAtom = atom((get) => get(onboardingAtom)?.tasks === true)
export const isNewcomerAtom = atom((get) => (get(onboardingAtom)?.step ?? null) !== null)

/** Promotion that ends next, within three days. */
export const timeBannerAtom = atom((get) => get(factsAtom)?.banner ?? null)

/** Pause or block of the account by staff. */
export const restrictionAtom = atom((get) => get(factsAtom)?.restriction ?? null)
