import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { OnboardingStepName } from '#contract/onboarding.ts'
import { users } from './accounts-schema.ts'
import { categories } from './content-schema.ts'
import { moment, now } from '../columns.ts'

/** Where somebody stands who signed up since there is onboarding; those from before have no row. */
export const onboardings = pgTable('onboardings', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The step that was reached; it may not apply any more, and then the one after it does. */
  step: text('step').$type<OnboardingStepName>().notNull().default('profileMode'),
  introSeenAt: moment('intro_seen_at'),
  finishedAt: moment('finished_at'),
  tasksClosedAt: moment('tasks_closed_at'),
  createdAt: now('created_at'),
})

/** What somebody chose of the operator's categories. */
export const chosenCategories = pgTable(
  'chosen_categories',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    categoryId: integer('category_id')
      .notNull()
      .references(() => categories.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.categoryId] }),
    index('chosen_categories_category').on(t.categoryId),
  ],
)
