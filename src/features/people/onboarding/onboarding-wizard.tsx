import { useAtomValue } from 'jotai'
import type { ComponentType } from 'react'
import { currentView } from '#app/dialog/link-dialog-state.ts'
import type { OnboardingStepName } from '#contract/people/onboarding.ts'
import { CategoriesStep } from './categories-step.tsx'
import { ExtensionStep } from './extension-step.tsx'
import { BonusStep, EarningsStep, NotificationsStep, SummaryStep } from './info-steps.tsx'
import { InstagramStep } from './instagram-step.tsx'
import { OnboardingDialog } from './onboarding-dialog.tsx'
import { ProfileModeStep } from './profile-mode-step.tsx'
import { ProfileStep } from './profile-step.tsx'
import { useWizard, type Wizard } from './use-wizard.ts'

const STEPS: Record<OnboardingStepName, ComponentType<{ wizard: Wizard }>> = {
  profileMode: ProfileModeStep,
  instagram: InstagramStep,
  profile: ProfileStep,
  categories: CategoriesStep,
  chromeExtension: ExtensionStep,
  firefoxExtension: ExtensionStep,
  safariExtension: ExtensionStep,
  notifications: NotificationsStep,
  earningsInfo: EarningsStep,
  bonus: BonusStep,
  summary: SummaryStep,
}

/**
 * Shows the onboarding step in the address over any screen, except while a link is being created.
 */
export function OnboardingWizard() {
  const isMakingLink = useAtomValue(currentView) !== undefined
  const wizard = useWizard()
  if (!wizard || isMakingLink) return null
  const Step = STEPS[wizard.name]
  return (
    <OnboardingDialog wizard={wizard}>
      <Step key={wizard.name} wizard={wizard} />
    </OnboardingDialog>
  )
}
