import type { useStore } from 'jotai'
import { editOnboarding, listTasks } from '#api/people/onboarding.ts'
import { updateFacts } from '#app/facts/follow-facts.ts'
import { answerEntry } from '#app/query/answer-cache.ts'
import { useAnswer, type Answer } from '#app/query/use-answer.ts'
import type { OnboardingTask } from '#contract/people/onboarding.ts'
import { quiet } from '#http/client.ts'

type Store = ReturnType<typeof useStore>

const TASKS = 'onboarding tasks'

export const useTasks = (): Answer<OnboardingTask[]> =>
  useAnswer(TASKS, listTasks, { copy: true, isSecondary: true })

/** Ends the onboarding. The home screen then shows three tasks to try. */
export function endOnboarding(store: Store): void {
  updateFacts(store, { onboarding: { step: null, intro: false, tasks: true } })
  const entry = answerEntry<OnboardingTask[]>(TASKS, true)
  void entry.ask(() => listTasks(quiet), { isSecondary: true })
}

/** Skips the onboarding. */
export async function skipOnboarding(store: Store): Promise<undefined> {
  await editOnboarding({ finished: true }, quiet)
  endOnboarding(store)
  return undefined
}
