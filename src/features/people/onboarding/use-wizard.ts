import { useStore } from 'jotai'
import { useEffect, useEffectEvent, useState } from 'react'
import { goToNext, goToPrevious, readStep } from '#api/people/onboarding.ts'
import { explainFailure } from '#app/failure/explain-failure.ts'
import { useOffline } from '#app/problems/problems.ts'
import { answerEntry } from '#app/query/answer-cache.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import {
  ONBOARDING_STEPS,
  type OnboardingProgress,
  type OnboardingStep,
  type OnboardingStepName,
} from '#contract/people/onboarding.ts'
import { quiet } from '#http/client.ts'
import { endOnboarding, skipOnboarding } from './end-onboarding.ts'
import { notificationPermission } from './permission.ts'
import { useStepParam } from './use-step-param.ts'

/** Content of a step and its actions. */
export type Wizard = {
  place: OnboardingProgress
  step: OnboardingStep
  name: OnboardingStepName
  /** Returns the server's text with this name, or '' if there is none. */
  text: (identifier: string) => string
  busy: boolean
  problem: string | undefined
  /** Saves the input of the step and goes to the next one. */
  next: (save?: () => Promise<unknown>) => void
  /** Goes to the previous step. Undefined at the first step and for a single step. */
  back: (() => void) | undefined
  /** Closes the dialog. The remaining steps are offered again on the next visit. */
  close: () => void
  /** Skips all remaining steps for good. */
  skip: () => void
}

export const NOT_SENT = 'You’re offline. Nothing was sent.'

const stepKey = (step: string) => `onboarding ${step}`
const isKnown = (name: string): name is OnboardingStepName =>
  ONBOARDING_STEPS.some((step) => step === name)

/** Saves the content of a step that the server has just returned. */
export const saveStep = (step: string, place: OnboardingProgress) =>
  answerEntry<OnboardingProgress>(stepKey(step), true).set(place)

/** Returns the step in the address as the server has it, or null if there is none to show. */
export function useWizard(): Wizard | null {
  const param = useStepParam()
  const id = param.value ?? ''
  const store = useStore()
  const offline = useOffline()
  // Constant during the onboarding, so that allowing notifications does not remove the current
  // step.
  const [notifications] = useState(notificationPermission)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<{ at: string; text: string }>()
  const place = useAnswer<OnboardingProgress>(
    param.value === undefined ? null : stepKey(id),
    (options) => readStep(id, { notifications, ...options }),
    { copy: true, isSecondary: true },
  ).value
  const step = place?.current ?? null
  const name = step?.frontend_identifier ?? ''
  useCorrectedAddress(param.value, name, param.show)

  async function move(run: () => Promise<OnboardingProgress | undefined>) {
    if (busy) return
    if (offline) return setFailed({ at: id, text: NOT_SENT })
    setFailed(undefined)
    setBusy(true)
    try {
      arrive(await run())
    } catch (error) {
      const text = explainFailure(error, 'go on')
      if (text !== null) setFailed({ at: id, text })
    } finally {
      setBusy(false)
    }
  }

  function arrive(next: OnboardingProgress | undefined) {
    const to = next?.current?.frontend_identifier
    if (next && to !== undefined) {
      saveStep(to, next)
      if (to === place?.previous) param.back(to)
      else param.push(to)
      return
    }
    if (next && isPartOfOnboarding(place)) endOnboarding(store)
    param.close()
  }

  if (!place || !step || !isKnown(name)) return null
  const asking = { notifications, ...quiet }
  return {
    place,
    step,
    name,
    text: (identifier) => step.texts.find((one) => one.identifier === identifier)?.text ?? '',
    busy,
    problem: failed?.at === id ? failed.text : undefined,
    next: (save) =>
      void move(async () => {
        await save?.()
        return goToNext(name, asking)
      }),
    back: place.previous === null ? undefined : () => void move(() => goToPrevious(name, asking)),
    close: param.close,
    skip: () => {
      // Closing works offline too.
      if (offline || !isPartOfOnboarding(place)) param.close()
      else void move(() => skipOnboarding(store))
    },
  }
}

/** Returns whether the step is part of the onboarding, and not opened by itself. */
const isPartOfOnboarding = (place: OnboardingProgress | undefined) => (place?.count ?? 0) > 0

/** Corrects the address if the server shows another step than the address names. */
function useCorrectedAddress(
  requestedStep: string | undefined,
  name: string,
  show: (step: string) => void,
) {
  const put = useEffectEvent(show)
  useEffect(() => {
    if (requestedStep !== undefined && name !== requestedStep && isKnown(name)) put(name)
  }, [requestedStep, name])
}
