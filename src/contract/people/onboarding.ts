import * as v from 'valibot'
import { list, MAX_ID } from '../common.ts'

/** Steps in their order (spec section 4). The server leaves out those that do not apply. */
export const ONBOARDING_STEPS = [
  'profileMode',
  'instagram',
  'profile',
  'categories',
  'chromeExtension',
  'firefoxExtension',
  'safariExtension',
  'notifications',
  'earningsInfo',
  'bonus',
  'summary',
] as const
export type OnboardingStepName = (typeof ONBOARDING_STEPS)[number]

/** Step with its texts. `identifier` says where a text belongs; the app ignores unknown ones. */
export const OnboardingStep = v.object({
  frontend_identifier: v.string(),
  title: v.string(),
  texts: v.array(v.object({ identifier: v.string(), text: v.string() })),
})
export type OnboardingStep = v.InferOutput<typeof OnboardingStep>

/**
 * Progress of a user. `position` and `count` are not in the specification: "2 of 8", or 0
 * without a flow.
 */
export const OnboardingProgress = v.object({
  current: v.nullable(OnboardingStep),
  next: v.nullable(v.string()),
  previous: v.nullable(v.string()),
  position: v.number(),
  count: v.number(),
})
export type OnboardingProgress = v.InferOutput<typeof OnboardingProgress>

/** Notification permission of the browser. The step is skipped if it is already granted. */
export const NotificationPermission = v.picklist(['default', 'denied', 'granted', 'unsupported'])
export type NotificationPermission = v.InferOutput<typeof NotificationPermission>

/**
 * Body of PATCH /v2/my/onboarding/ (not in the specification). These values can only be set, not
 * reset.
 */
export const OnboardingEdit = v.partial(
  v.object({
    /** The user has read the introduction. */
    intro_seen: v.literal(true),
    /** The user has finished or skipped the steps. */
    finished: v.literal(true),
    tasks_closed: v.literal(true),
  }),
)
export type OnboardingEdit = v.InferOutput<typeof OnboardingEdit>

/** Onboarding part of the facts (GET /v2/my/facts/). */
export const OnboardingState = v.object({
  /** Current step; null if there is none. */
  step: v.nullable(v.string()),
  /** Whether to show the introduction. */
  intro: v.boolean(),
  /** Whether to show the tasks. False once they are done or closed. */
  tasks: v.boolean(),
})
export type OnboardingState = v.InferOutput<typeof OnboardingState>

/**
 * Onboarding task. The server determines `is_done` from the user's data (D-90); it cannot be set.
 */
export const OnboardingTask = v.object({
  id: v.string(),
  title: v.string(),
  text: v.string(),
  /** Path of the app where the task is done. */
  url: v.string(),
  is_done: v.boolean(),
})
export type OnboardingTask = v.InferOutput<typeof OnboardingTask>

/** Number of tasks shown at a time (spec, section 9). */
export const MAX_SHOWN_TASKS = 3

/** Topic of users and brands (spec section 3). */
export const Category = v.object({ id: v.number(), name: v.string(), selected: v.boolean() })
export type Category = v.InferOutput<typeof Category>

const INVALID_CATEGORY = 'This category does not exist.'
const CategoryId = v.pipe(
  v.number(INVALID_CATEGORY),
  v.integer(INVALID_CATEGORY),
  v.minValue(1, INVALID_CATEGORY),
  v.maxValue(MAX_ID, INVALID_CATEGORY),
)
const Choices = list(v.object({ id: CategoryId, selected: v.optional(v.boolean(), true) }), 500)

/**
 * Body of PUT and PATCH /v2/my/categories/: the list itself, or an object with the list as
 * `categories`.
 */
export const CategoryChoices = v.union([
  Choices,
  v.pipe(
    v.object({ categories: Choices }),
    v.transform(({ categories }) => categories),
  ),
])
export type CategoryChoices = v.InferOutput<typeof CategoryChoices>

export const CategoryChoice = v.object({ selected: v.boolean() })
