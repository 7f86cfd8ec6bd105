import { isNull, sql } from 'drizzle-orm'
import { extensionStep } from '#contract/browser-extension.ts'
import {
  ONBOARDING_STEPS,
  type NotificationPermission,
  type OnboardingProgress,
  type OnboardingStepName,
} from '#contract/people/onboarding.ts'
import { isBonusOn } from '../../platform/db/bonus-setting.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { categories, onboardingTexts } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import { buildStep, type OperatorTexts } from './step-texts.ts'

/** Browser information in each request. */
export type Browser = { userAgent: string | undefined; notifications: NotificationPermission }

/** Steps that apply to the user in this browser, and the operator's texts. */
export type Steps = {
  names: OnboardingStepName[]
  words: ReadonlyMap<string, OperatorTexts>
}

export const isStep = (name: string): name is OnboardingStepName =>
  ONBOARDING_STEPS.some((step) => step === name)

const order = (name: OnboardingStepName) => ONBOARDING_STEPS.indexOf(name)

/**
 * Returns the steps that apply now. They are not stored, because the operator's settings can
 * change.
 */
export async function applicableSteps(
  db: DbOrTx,
  { config }: Pick<Deps, 'config'>,
  { userAgent, notifications }: Browser,
): Promise<Steps> {
  const texts = await db.select().from(onboardingTexts)
  const words = new Map(texts.map((row) => [row.key, row]))
  const [category] = await db
    .select({ one: sql`1` })
    .from(categories)
    .where(isNull(categories.archivedAt))
    .limit(1)
  const extension = extensionStep(userAgent)
  const isOffered = (name: OnboardingStepName) =>
    name === extension && (words.get(name)?.url ?? '') !== ''
  const applies: Partial<Record<OnboardingStepName, boolean>> = {
    instagram: config.providers.instagram.app !== null,
    categories: category !== undefined,
    chromeExtension: isOffered('chromeExtension'),
    firefoxExtension: isOffered('firefoxExtension'),
    safariExtension: isOffered('safariExtension'),
    notifications: notifications !== 'granted',
    bonus: await isBonusOn(db),
  }
  return { names: ONBOARDING_STEPS.filter((name) => applies[name] ?? true), words }
}

/** Returns this step, or the next one that applies. The last step always applies. */
export const applicableStep = ({ names }: Steps, name: OnboardingStepName): OnboardingStepName =>
  names.find((step) => order(step) >= order(name)) ?? 'summary'

export const stepAfter = ({ names }: Steps, name: OnboardingStepName) =>
  names.find((step) => order(step) > order(name)) ?? null

export const stepBefore = ({ names }: Steps, name: OnboardingStepName) =>
  names.findLast((step) => order(step) < order(name)) ?? null

export const isAhead = (name: OnboardingStepName, of: OnboardingStepName) => order(name) > order(of)

export const NO_FLOW: OnboardingProgress = {
  current: null,
  next: null,
  previous: null,
  position: 0,
  count: 0,
}

/** Returns the answer for a user who is at this step. */
export const placeAt = (steps: Steps, name: OnboardingStepName): OnboardingProgress => ({
  current: buildStep(name, steps.words.get(name)),
  next: stepAfter(steps, name),
  previous: stepBefore(steps, name),
  position: steps.names.indexOf(name) + 1,
  count: steps.names.length,
})

/** Returns a step without its position, for a user whose onboarding has finished. */
export const placeAlone = (steps: Steps, name: OnboardingStepName): OnboardingProgress => ({
  ...NO_FLOW,
  current: buildStep(name, steps.words.get(name)),
})
