import { eq, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { HTTPException } from 'hono/http-exception'
import type {
  OnboardingEdit,
  OnboardingPlace,
  OnboardingState,
  OnboardingStepName,
} from '#contract/onboarding.ts'
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
  standingAt,
  stepAfter,
  stepBefore,
  stepsNow,
  type Browser,
  type Steps,
} from './steps.ts'

/** User and browser of a request. */
export type Asking = { deps: Deps; userId: string; browser: Browser }

/**
 * Returns the user's current step, or `NO_FLOW` if the user has finished or signed up before
 * onboarding existed.
 */
export async function currentPlace({ deps, userId, browser }: Asking): Promise<OnboardingPlace> {
  const row = await flowOf(deps.db, userId)
  if (!row) return NO_FLOW
  const steps = await stepsNow(deps.db, deps, browser)
  return placeAt(steps, standingAt(steps, row.step))
}

/** Returns a step without moving the user to it. */
export async function readStep(asking: Asking, name: string): Promise<OnboardingPlace> {
  const { deps, userId, browser } = asking
  const step = known(name)
  const steps = await stepsNow(deps.db, deps, browser)
  if (await flowOf(deps.db, userId)) return placeAt(steps, standingAt(steps, step))
  if (!steps.names.includes(step)) throw new HTTPException(404)
  return placeAlone(steps, step)
}

/** Moves the user from a step to the previous one. The first step stays. */
export const goToPrevious = (asking: Asking, name: string) =>
  move(asking, name, async (_tx, steps, step) => stepBefore(steps, step) ?? standingAt(steps, step))

/**
 * Moves the user from a step to the next one, if the step is complete. After the last step,
 * onboarding is finished.
 */
export const goToNext = (asking: Asking, name: string) =>
  move(asking, name, async (tx, steps, step) => {
    await refuseUnlessDone(tx, asking.userId, step)
    return stepAfter(steps, step)
  })

type Wanted = (tx: Tx, steps: Steps, step: OnboardingStepName) => Promise<OnboardingStepName | null>

/** Moves the user with the row locked, so that two open windows end at the same step. */
async function move({ deps, userId, browser }: Asking, name: string, wanted: Wanted) {
  const step = known(name)
  return deps.db.transaction(async (tx) => {
    const row = await flowOf(tx, userId, { lock: true })
    if (!row) return NO_FLOW
    const steps = await stepsNow(tx, deps, browser)
    // A later step in the URL does not let the user skip the current one.
    const here = standingAt(steps, row.step)
    const to = isAhead(step, here) ? here : await wanted(tx, steps, step)
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
      introSeenAt: first(onboardings.introSeenAt, intro_seen),
      finishedAt: first(onboardings.finishedAt, finished),
      tasksClosedAt: first(onboardings.tasksClosedAt, tasks_closed),
    })
    .where(eq(onboardings.userId, userId))
}

const first = (column: AnyPgColumn, said: boolean | undefined) =>
  said ? sql`coalesce(${column}, now())` : sql`${column}`

/** Returns the onboarding state that every screen of the app needs. */
export async function onboardingState({ deps, userId, browser }: Asking): Promise<OnboardingState> {
  const [row] = await deps.db.select().from(onboardings).where(eq(onboardings.userId, userId))
  if (!row) return { step: null, intro: false, tasks: false }
  const isDone = row.finishedAt !== null
  return {
    step: isDone ? null : standingAt(await stepsNow(deps.db, deps, browser), row.step),
    intro: !isDone && row.introSeenAt === null,
    tasks: isDone && row.tasksClosedAt === null,
  }
}

function known(name: string): OnboardingStepName {
  if (!isStep(name)) throw new HTTPException(404)
  return name
}

/** Returns the user's row while onboarding is not finished. */
async function flowOf(db: DbOrTx, userId: string, { lock = false } = {}) {
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
