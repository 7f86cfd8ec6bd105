import * as pg from 'drizzle-orm/pg-core'
import type { OnboardingStepName } from '#contract/people/onboarding.ts'
import { userColumn, userKey } from './accounts-schema.ts'
import { categories } from './content-schema.ts'
import { moment, now, serialParent } from '../columns.ts'

/** Progress of users in the onboarding. Users who signed up before it existed have no row. */
export const onboardings = pg.pgTable('onboardings', {
  userId: userKey(),
  /** Step that the user reached. If it no longer applies, the next one is shown. */
  step: pg.text('step').$type<OnboardingStepName>().notNull().default('profileMode'),
  introSeenAt: moment('intro_seen_at'),
  finishedAt: moment('finished_at'),
  tasksClosedAt: moment('tasks_closed_at'),
  createdAt: now('created_at'),
})

/** Categories that a user chose from the operator's list. */
export const chosenCategories = pg.pgTable(
  'chosen_categories',
  {
    userId: userColumn(),
    categoryId: serialParent('category_id', () => categories.id),
  },
  (t) => [
    pg.primaryKey({ columns: [t.userId, t.categoryId] }),
    pg.index('chosen_categories_category').on(t.categoryId),
  ],
)
