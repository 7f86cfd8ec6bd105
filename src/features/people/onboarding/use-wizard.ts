import { useStore } from 'jotai'
import { useEffect, useEffectEvent, useState } from 'react'
import { goToNext, goToPrevious, readStep } from '#api/onboarding.ts'
import { explainFailure } from '#app/failure/explain-failure.ts'
import { useOffline } from '#app/problems/problems.ts'
import { answerEntry } from '#app/query/answer-cache.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import {
  ONBOARDING_STEPS,
  type OnboardingPlace,
  type OnboardingStep,
  type OnboardingStepName,
} from '#contract/onboarding.ts'
import { quiet } from '#http/client.ts'
import { endOnboarding, skipOnboarding } from './end-onboarding.ts'
import { notificationPermission } from './permission.ts'
import { useStepParam } from './use-step-param.ts'

/** What a step shows, and where it leads. */
export type Wizard = {
  place: OnboardingPlace
  step: OnboardingStep
  name: OnboardingStepName
  /** What the server says under this name; '' when it says nothing. */
  text: (identifier: string) => string
  busy: boolean
  problem: string | undefined
  /** Saves what the step asks for, and goes on. */
  next: (save?: () => Promise<unknown>) => void
  /** Undefined at the first step, and where there is no way to go. */
  back: (() => void) | undefined
  /** For this visit: what is left comes up again. */
  close: () => void
  /** For good. */
  skip: () => void
}

export const NOT_SENT = 'You’re offline. Nothing was sent.'

const stepKey = (step: string) => `onboarding ${step}`
const isKnown = (name: string): name is OnboardingStepName =>
  ONBOARDING_STEPS.some((step) => step === name)

/** What the server says of a step that it has just led to. */
export const learnStep = (step: string, place: OnboardingPlace) =>
  answerEntry<OnboardingPlace>(stepKey(step), true).set(place)

/** The step of the address, as the server has it; null while there is none to show. */
export function useWizard(): Wizard | null {
  const param = useStepParam()
  const id = param.value ?? ''
  const store = useStore()
  const offline = useOffline()
  // The same all the way: who allows them under way goes on from where they are.
  const [notifications] = useState(notificationPermission)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<{ at: string; text: string }>()
  const place = useAnswer<OnboardingPlace>(
    param.value === undefined ? null : stepKey(id),
    (options) => readStep(id, { notifications, ...options }),
    { copy: true, aside: true },
  ).value
  const step = place?.current ?? null
  const name = step?.frontend_identifier ?? ''
  useMirror(param.value, name, param.show)

  async function move(run: () => Promise<OnboardingPlace | undefined>) {
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

  function arrive(next: OnboardingPlace | undefined) {
    const to = next?.current?.frontend_identifier
    if (next && to !== undefined) {
      learnStep(to, next)
      if (to === place?.previous) param.back(to)
      else param.push(to)
      return
    }
    if (next && isOnTheWay(place)) endOnboarding(store)
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
      // Nobody is kept here for want of a connection.
      if (offline || !isOnTheWay(place)) param.close()
      else void move(() => skipOnboarding(store))
    },
  }
}

/** One step by itself is none of a way (D-89). */
const isOnTheWay = (place: OnboardingPlace | undefined) => (place?.count ?? 0) > 0

/** The server is the authority: an address that names a step which does not apply is put right. */
function useMirror(asked: string | undefined, name: string, show: (step: string) => void) {
  const put = useEffectEvent(show)
  useEffect(() => {
    if (asked !== undefined && name !== asked && isKnown(name)) put(name)
  }, [asked, name])
}
