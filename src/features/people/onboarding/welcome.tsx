import { CloudSlashIcon } from '@phosphor-icons/react/CloudSlash'
import { useRouterState } from '@tanstack/react-router'
import { atom, useAtom, useAtomValue, useStore } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { getCurrentStep, editOnboarding, readStep } from '#api/people/onboarding.ts'
import { currentView } from '#app/dialog/link-dialog-state.ts'
import { onboardingAtom } from '#app/facts/facts.ts'
import { updateFacts } from '#app/facts/follow-facts.ts'
import { useOffline } from '#app/problems/problems.ts'
import { APP_NAME } from '#contract/app-constants.ts'
import { ONBOARDING_HASH } from '#features/people/connected-accounts/authorize.ts'
import { quiet } from '#http/client.ts'
import { paths } from '#paths.ts'
import { Mark } from '#ui/mark.tsx'
import { IntroModal, type IntroView } from './intro-modal.tsx'
import { notificationPermission } from './permission.ts'
import { useStepParam } from './use-step-param.ts'
import { saveStep } from './use-wizard.ts'

const VIEWS: readonly [IntroView, IntroView] = [
  {
    title: `Welcome to ${APP_NAME}`,
    art: <Mark size={72} />,
    text: 'Make short links to the things you recommend, and see what you earn.',
    action: 'Next',
  },
  {
    title: 'Works offline',
    art: <CloudSlashIcon size={72} />,
    text: 'Your links are saved on this device. Changes you make offline are sent when you’re back online.',
    action: 'Set up',
  },
]

/** Whether the onboarding was offered during this visit. It is not offered again after closing. */
const offeredAtom = atom(false)

/** Offers the onboarding to new users on the home screen, if nothing else is open. */
export function Welcome() {
  const store = useStore()
  const state = useAtomValue(onboardingAtom)
  const [offered, setOffered] = useAtom(offeredAtom)
  const isFree = useMayOffer()
  const { push } = useStepParam()

  const begin = useEffectEvent(async () => {
    setOffered(true)
    const asking = { notifications: notificationPermission(), ...quiet }
    try {
      const isBack = location.hash === `#${ONBOARDING_HASH}`
      const place = await (isBack ? readStep('instagram', asking) : getCurrentStep(asking))
      const step = place.current?.frontend_identifier
      if (step === undefined) return
      saveStep(step, place)
      push(step)
    } catch {
      // The next start offers it again.
    }
  })
  const isDue = isFree && !offered && state !== null && state.step !== null
  const needsIntro = state?.intro === true
  useEffect(() => {
    if (isDue && !needsIntro) void begin()
  }, [isDue, needsIntro])

  function read() {
    if (state) updateFacts(store, { onboarding: { ...state, intro: false } })
    // If this fails, the introduction is shown again another time.
    void editOnboarding({ intro_seen: true }, quiet).catch(() => undefined)
  }
  function close() {
    setOffered(true)
    read()
  }
  if (!isDue || !needsIntro) return null
  return <IntroModal views={VIEWS} onDone={read} onClose={close} />
}

/** Returns whether the home screen is open without anything over it, and online. */
function useMayOffer(): boolean {
  const isBare = useRouterState({
    select: ({ location: { pathname, searchStr } }) => pathname === paths.home && searchStr === '',
  })
  const isMakingLink = useAtomValue(currentView) !== undefined
  return !useOffline() && isBare && !isMakingLink
}
