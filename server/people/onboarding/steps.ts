import { isNull, sql } from 'drizzle-orm'
import { extensionStep } from '#contract/browser-extension.ts'
import {
  ONBOARDING_STEPS,
  type NotificationPermission,
  type OnboardingPlace,
  type OnboardingStepName,
} from '#contract/onboarding.ts'
import { isBonusOn } from '../../platform/db/bonus-setting.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { categories, onboardingTexts } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import { stepOf, type OperatorWords } from './step-texts.ts'

/** What a browser says of itself with each call. */
export type Browser = { userAgent: string | undefined; notifications: NotificationPermission }

/** The steps of one person in one browser, as things are now, and what each says. */
export type Steps = {
  names: OnboardingStepName[]
  words: ReadonlyMap<string, OperatorWords>
}

export const isStep = (name: string): name is OnboardingStepName =>
  ONBOARDING_STEPS.some((step) => step === name)

const order = (name: OnboardingStepName) => ONBOARDING_STEPS.indexOf(name)

/** Asked anew each time: the operator may have changed something under way. */
export async function stepsNow(
  db: DbOrTx,
  { config }: Pick<Deps, 'config'>,
  { userAgent, notifications }: Browser,
): Promise<Steps> {
  const texts = await db.select().from(onboardingTexts)
  const words = new Map(texts.map((row) => [row.key, row]))
  const [some] = await db
    .select({ one: sql`1` })
    .from(categories)
    .where(isNull(categories.archivedAt))
    .limit(1)
  const extension = extensionStep(userAgent)
  const isOffered = (name: OnboardingStepName) =>
    name === extension && (words.get(name)?.url ?? '') !== ''
  const applies: Partial<Record<OnboardingStepName, boolean>> = {
    instagram: config.providers.instagram.app !== null,
    categories: some !== undefined,
    chromeExtension: isOffered('chromeExtension'),
    firefoxExtension: isOffered('firefoxExtension'),
    safariExtension: isOffered('safariExtension'),
    notifications: notifications !== 'granted',
    bonus: await isBonusOn(db),
  }
  return { names: ONBOARDING_STEPS.filter((name) => applies[name] ?? true), words }
}

/** This step, or where it does not apply the one that stands in its place. The last always applies. */
export const standingAt = ({ names }: Steps, name: OnboardingStepName): OnboardingStepName =>
  names.find((step) => order(step) >= order(name)) ?? 'summary'

export const stepAfter = ({ names }: Steps, name: OnboardingStepName) =>
  names.find((step) => order(step) > order(name)) ?? null

export const stepBefore = ({ names }: Steps, name: OnboardingStepName) =>
  names.findLast((step) => order(step) < order(name)) ?? null

export const isAhead = (name: OnboardingStepName, of: OnboardingStepName) => order(name) > order(of)

export const NO_FLOW: OnboardingPlace = {
  current: null,
  next: null,
  previous: null,
  position: 0,
  count: 0,
}

/** Somebody on the way, at a step that applies. */
export const placeAt = (steps: Steps, name: OnboardingStepName): OnboardingPlace => ({
  current: stepOf(name, steps.words.get(name)),
  next: stepAfter(steps, name),
  previous: stepBefore(steps, name),
  position: steps.names.indexOf(name) + 1,
  count: steps.names.length,
})

/** One step by itself, for who is not on the way (D-89). */
export const placeAlone = (steps: Steps, name: OnboardingStepName): OnboardingPlace => ({
  ...NO_FLOW,
  current: stepOf(name, steps.words.get(name)),
})
