import * as v from 'valibot'
import { list, MAX_ID, page, result } from './common.ts'

/** In their order (spec section 4); those that do not apply are left out by the server. */
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

/** Texts are told by what they are for; one that the app does not know is not shown. */
export const OnboardingStep = v.object({
  frontend_identifier: v.string(),
  title: v.string(),
  texts: v.array(v.object({ identifier: v.string(), text: v.string() })),
})
export type OnboardingStep = v.InferOutput<typeof OnboardingStep>

/** Where somebody stands. `position` and `count` are ours: "2 of 8"; 0 without a flow. */
export const OnboardingPlace = v.object({
  current: v.nullable(OnboardingStep),
  next: v.nullable(v.string()),
  previous: v.nullable(v.string()),
  position: v.number(),
  count: v.number(),
})
export type OnboardingPlace = v.InferOutput<typeof OnboardingPlace>
export const OnboardingResult = result(OnboardingPlace)

/** What the browser says of notifications: who allows them already is not asked. */
export const NotificationPermission = v.picklist(['default', 'denied', 'granted', 'unsupported'])
export type NotificationPermission = v.InferOutput<typeof NotificationPermission>

/** Body of PATCH /v2/my/onboarding/ (ours): what was closed stays closed. */
export const OnboardingEdit = v.partial(
  v.object({
    /** The first words were read. */
    intro_seen: v.literal(true),
    /** The steps were done, or are not wanted. */
    finished: v.literal(true),
    tasks_closed: v.literal(true),
  }),
)
export type OnboardingEdit = v.InferOutput<typeof OnboardingEdit>

/** As the facts around every screen tell it (GET /v2/my/facts/). */
export const OnboardingState = v.object({
  /** The step that waits; null when there is none. */
  step: v.nullable(v.string()),
  /** The first words were not read yet. */
  intro: v.boolean(),
  /** Tasks are to be shown, until they are done or closed. */
  tasks: v.boolean(),
})
export type OnboardingState = v.InferOutput<typeof OnboardingState>

/** Done is what has been done (D-90): nobody ticks these off. */
export const OnboardingTask = v.object({
  id: v.string(),
  title: v.string(),
  text: v.string(),
  /** Where in the app it is done. */
  url: v.string(),
  is_done: v.boolean(),
})
export type OnboardingTask = v.InferOutput<typeof OnboardingTask>
export const OnboardingTasks = page(OnboardingTask)

/** As the specification has them (section 9). */
export const TASKS_AT_ONCE = 3

/** What people and brands are about (spec section 3). */
export const Category = v.object({ id: v.number(), name: v.string(), selected: v.boolean() })
export type Category = v.InferOutput<typeof Category>
export const CategoryList = v.object({ results: v.array(Category) })

const NO_CATEGORY = 'This is no category.'
const CategoryId = v.pipe(
  v.number(NO_CATEGORY),
  v.integer(NO_CATEGORY),
  v.minValue(1, NO_CATEGORY),
  v.maxValue(MAX_ID, NO_CATEGORY),
)
const Choices = list(v.object({ id: CategoryId, selected: v.optional(v.boolean(), true) }), 500)

/** Body of PUT and PATCH /v2/my/categories/: the list itself, or under its name. */
export const CategoryChoices = v.union([
  Choices,
  v.pipe(
    v.object({ categories: Choices }),
    v.transform(({ categories }) => categories),
  ),
])
export type CategoryChoices = v.InferOutput<typeof CategoryChoices>

export const CategoryChoice = v.object({ selected: v.boolean() })
