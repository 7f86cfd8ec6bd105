import type { Options } from 'ky'
import * as v from 'valibot'
import { V2 } from '#contract/app-constants.ts'
import {
  Category,
  OnboardingProgress,
  OnboardingTask,
  MAX_SHOWN_TASKS,
  type CategoryChoices,
  type NotificationPermission,
  type OnboardingEdit,
} from '#contract/people/onboarding.ts'
import { parseAnswer, http } from '#http/client.ts'
import { bareOrResult, rowsOf } from '../list-answers.ts'

const ROOT = `${V2}/onboarding/`

/** Progress with defaults for fields that a server of another version leaves out. */
const PlaceAnswer = bareOrResult(
  v.object({
    current: OnboardingProgress.entries.current,
    next: v.fallback(OnboardingProgress.entries.next, null),
    previous: v.fallback(OnboardingProgress.entries.previous, null),
    position: v.fallback(OnboardingProgress.entries.position, 0),
    count: v.fallback(OnboardingProgress.entries.count, 0),
  }),
)

/** Options with the browser's notification permission, because the step for it may not apply. */
type OnboardingOptions = Options & { notifications: NotificationPermission }

const callOnboarding = (
  method: 'get' | 'post',
  path: string,
  { notifications, ...options }: OnboardingOptions,
) => {
  const call = http[method](`${ROOT}${path}/`, { searchParams: { notifications }, ...options })
  return parseAnswer(call, PlaceAnswer, options)
}

export const getCurrentStep = (asking: OnboardingOptions): Promise<OnboardingProgress> =>
  callOnboarding('get', 'current', asking)
export const readStep = (step: string, asking: OnboardingOptions): Promise<OnboardingProgress> =>
  callOnboarding('get', encodeURIComponent(step), asking)
export const goToPrevious = (
  step: string,
  asking: OnboardingOptions,
): Promise<OnboardingProgress> =>
  callOnboarding('post', `${encodeURIComponent(step)}/go_to_previous`, asking)
export const goToNext = (step: string, asking: OnboardingOptions): Promise<OnboardingProgress> =>
  callOnboarding('post', `${encodeURIComponent(step)}/go_to_next`, asking)

export async function editOnboarding(json: OnboardingEdit, options: Options = {}): Promise<void> {
  await http.patch(ROOT, { json, ...options })
}

/** Task whose address must be a path of the app. */
const Task = v.object({
  ...OnboardingTask.entries,
  url: v.pipe(v.string(), v.regex(/^\/(?!\/)/)),
})
const TasksAnswer = v.object({ results: rowsOf(Task) })

/** Returns the first tasks, unfinished ones before others. */
export const listTasks = async (options: Options = {}): Promise<OnboardingTask[]> => {
  const searchParams = { page_size: MAX_SHOWN_TASKS }
  return (
    await parseAnswer(http.get(`${ROOT}tasks/`, { searchParams, ...options }), TasksAnswer, options)
  ).results
}

const CATEGORIES = `${V2}/categories/`
const CategoriesAnswer = v.object({ results: rowsOf(Category) })

export const listCategories = async (options: Options = {}): Promise<Category[]> =>
  (await parseAnswer(http.get(CATEGORIES, options), CategoriesAnswer, options)).results

/** Replaces the chosen categories. */
export const chooseCategories = async (
  json: CategoryChoices,
  options: Options = {},
): Promise<Category[]> =>
  (await parseAnswer(http.put(CATEGORIES, { json, ...options }), CategoriesAnswer, options)).results
