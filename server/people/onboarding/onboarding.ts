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

/** Whose steps, and in which browser. */
export type Asking = { deps: Deps; userId: string; browser: Browser }

/** Where somebody stands; nowhere who has finished, or was here before there was onboarding. */
export async function currentPlace({ deps, userId, browser }: Asking): Promise<OnboardingPlace> {
  const row = await flowOf(deps.db, userId)
  if (!row) return NO_FLOW
  const steps = await stepsNow(deps.db, deps, browser)
  return placeAt(steps, standingAt(steps, row.step))
}

/** One step, looked at: this moves nobody. */
export async function readStep(asking: Asking, name: string): Promise<OnboardingPlace> {
  const { deps, userId, browser } = asking
  const step = known(name)
  const steps = await stepsNow(deps.db, deps, browser)
  if (await flowOf(deps.db, userId)) return placeAt(steps, standingAt(steps, step))
  if (!steps.names.includes(step)) throw new HTTPException(404)
  return placeAlone(steps, step)
}

/** From a step to the one before; the first stays. */
export const goToPrevious = (asking: Asking, name: string) =>
  move(asking, name, async (_tx, steps, step) => stepBefore(steps, step) ?? standingAt(steps, step))

/** From a step to the one after, when it has what it needs; after the last there is none. */
export const goToNext = (asking: Asking, name: string) =>
  move(asking, name, async (tx, steps, step) => {
    await refuseUnlessDone(tx, asking.userId, step)
    return stepAfter(steps, step)
  })

type Wanted = (tx: Tx, steps: Steps, step: OnboardingStepName) => Promise<OnboardingStepName | null>

/** One at a time: two windows of one person end at one place. */
async function move({ deps, userId, browser }: Asking, name: string, wanted: Wanted) {
  const step = known(name)
  return deps.db.transaction(async (tx) => {
    const row = await flowOf(tx, userId, { lock: true })
    if (!row) return NO_FLOW
    const steps = await stepsNow(tx, deps, browser)
    // Nobody passes over a step by writing a later one into the address.
    const here = standingAt(steps, row.step)
    const to = isAhead(step, here) ? here : await wanted(tx, steps, step)
    const change = to === null ? { finishedAt: new Date() } : { step: to }
    await tx.update(onboardings).set(change).where(eq(onboardings.userId, userId))
    return to === null ? NO_FLOW : placeAt(steps, to)
  })
}

/** What was closed stays closed, and when it was closed first. */
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

/** For the facts around every screen. */
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

/** Their row while they are on the way. */
async function flowOf(db: DbOrTx, userId: string, { lock = false } = {}) {
  const found = db.select().from(onboardings).where(eq(onboardings.userId, userId))
  const [row] = await (lock ? found.for('update') : found)
  return row && row.finishedAt === null ? row : undefined
}

/** Whoever shops needs no public profile (D-15). */
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
