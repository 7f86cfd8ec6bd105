import { eq, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { HTTPException } from 'hono/http-exception'
import type {
  OnboardingEdit,
  OnboardingProgress,
  OnboardingState,
  OnboardingStepName,
} from '#contract/people/onboarding.ts'
import type { DbOrTx, Tx } from '../../platform/db/client.ts'
import { onboardings, users } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import { FieldError } from '../../platform/http/errors.ts'
import {
  isAhead,
  isStep,
  NO_FLOW,
  placeAlone,
  placeAt,
  applicableStep,
  stepAfter,
  stepBefore,
  applicableSteps,
  type Browser,
  type Steps,
} from './steps.ts'

/** User and browser of a request. */
export type OnboardingRequest = { deps: Deps; userId: string; browser: Browser }

/**
 * Returns the user's current step, or `NO_FLOW` if the user has finished or signed up before
 * onboarding existed.
 */
export async function currentPlace({
  deps,
  userId,
  browser,
}: OnboardingRequest): Promise<OnboardingProgress> {
  const row = await findActive(deps.db, userId)
  if (!row) return NO_FLOW
  const steps = await applicableSteps(deps.db, deps, browser)
  return placeAt(steps, applicableStep(steps, row.step))
}

/** Returns a step without moving the user to it. */
export async function readStep(
  request: OnboardingRequest,
  name: string,
): Promise<OnboardingProgress> {
  const { deps, userId, browser } = request
  const step = parseStep(name)
  const steps = await applicableSteps(deps.db, deps, browser)
  if (await findActive(deps.db, userId)) return placeAt(steps, applicableStep(steps, step))
  if (!steps.names.includes(step)) throw new HTTPException(404)
  return placeAlone(steps, step)
}

/** Moves the user from a step to the previous one. The first step stays. */
export const goToPrevious = (request: OnboardingRequest, name: string) =>
  move(
    request,
    name,
    async (_tx, steps, step) => stepBefore(steps, step) ?? applicableStep(steps, step),
  )

/**
 * Moves the user from a step to the next one, if the step is complete. After the last step,
 * onboarding is finished.
 */
export const goToNext = (request: OnboardingRequest, name: string) =>
  move(request, name, async (tx, steps, step) => {
    await refuseUnlessDone(tx, request.userId, step)
    return stepAfter(steps, step)
  })

type ChooseStep = (
  tx: Tx,
  steps: Steps,
  step: OnboardingStepName,
) => Promise<OnboardingStepName | null>

/** Moves the user with the row locked, so that two open windows end at the same step. */
async function move(
  { deps, userId, browser }: OnboardingRequest,
  name: string,
  chooseStep: ChooseStep,
) {
  const step = parseStep(name)
  return deps.db.transaction(async (tx) => {
    const row = await findActive(tx, userId, { lock: true })
    if (!row) return NO_FLOW
    const steps = await applicableSteps(tx, deps, browser)
    // A later step in the URL does not let the user skip the current one.
    const currentStep = applicableStep(steps, row.step)
    const to = isAhead(step, currentStep) ? currentStep : await chooseStep(tx, steps, step)
    const change = to === null ? { finishedAt: new Date() } : { step: to }
    await tx.update(onboardings).set(change).where(eq(onboardings.userId, userId))
    return to === null ? NO_FLOW : placeAt(steps, to)
  })
}

/** Records what the user has seen or closed. The first time counts, and nothing can be reopened. */
export async function editOnboarding(
  db: DbOrTx,
  userId: string,
  { intro_seen, finished, tasks_closed }: OnboardingEdit,
): Promise<void> {
  await db
    .update(onboardings)
    .set({
      introSeenAt: firstTime(onboardings.introSeenAt, intro_seen),
      finishedAt: firstTime(onboardings.finishedAt, finished),
      tasksClosedAt: firstTime(onboardings.tasksClosedAt, tasks_closed),
    })
    .where(eq(onboardings.userId, userId))
}

const firstTime = (column: AnyPgColumn, isSet: boolean | undefined) =>
  isSet ? sql`coalesce(${column}, now())` : sql`${column}`

/** Returns the onboarding state that every screen of the app needs. */
export async function onboardingState({
  deps,
  userId,
  browser,
}: OnboardingRequest): Promise<OnboardingState> {
  const [row] = await deps.db.select().from(onboardings).where(eq(onboardings.userId, userId))
  if (!row) return { step: null, intro: false, tasks: false }
  const isDone = row.finishedAt !== null
  return {
    step: isDone ? null : applicableStep(await applicableSteps(deps.db, deps, browser), row.step),
    intro: !isDone && row.introSeenAt === null,
    tasks: isDone && row.tasksClosedAt === null,
  }
}

function parseStep(name: string): OnboardingStepName {
  if (!isStep(name)) throw new HTTPException(404)
  return name
}

/** Returns the user's row while onboarding is not finished. */
async function findActive(db: DbOrTx, userId: string, { lock = false } = {}) {
  const found = db.select().from(onboardings).where(eq(onboardings.userId, userId))
  const [row] = await (lock ? found.for('update') : found)
  return row && row.finishedAt === null ? row : undefined
}

/** Throws if the step is not complete. A shopper needs no public profile. */
async function refuseUnlessDone(tx: Tx, userId: string, step: OnboardingStepName) {
  if (step !== 'profileMode' && step !== 'profile') return
  const [person] = await tx
    .select({ isCreator: users.isCreator, first: users.nameFirst, last: users.nameLast })
    .from(users)
    .where(eq(users.id, userId))
  if (step === 'profileMode' && person?.isCreator === null)
    throw new FieldError('is_creator', 'Choose creator or shopper.')
  if (step !== 'profile' || person?.isCreator === false) return
  if (!person?.first) throw new FieldError('first_name', 'Enter your first name.')
  if (!person.last) throw new FieldError('last_name', 'Enter your last name.')
}
