import { APP_NAME } from '#contract/app-constants.ts'
import { EXTENSIONS, type ExtensionStep } from '#contract/browser-extension.ts'
import { BONUS_TIERS } from '#contract/money/bonus.ts'
import type { OnboardingStep, OnboardingStepName } from '#contract/onboarding.ts'

type StepTexts = { title: string; texts: Record<string, string> }

/** Texts of a step from the operator's file. */
export type OperatorTexts = { title: string; text: string; basis: string; url: string }

const dollars = (amount: number) => `$${amount.toLocaleString('en-US')}`

const tiers = Object.fromEntries(
  BONUS_TIERS.flatMap(({ sales, bonus }, index) => [
    [`sales_${index + 1}`, dollars(sales)],
    [`bonus_${index + 1}`, dollars(bonus)],
  ]),
)

const extension = (step: ExtensionStep): StepTexts => ({
  title: `${APP_NAME} in ${EXTENSIONS[step]}`,
  texts: { text: 'Make a link of the page you look at, without leaving it.' },
})

/** Default texts, used where the operator's file has none. */
const DEFAULT_TEXTS: Record<OnboardingStepName, StepTexts> = {
  profileMode: {
    title: `How will you use ${APP_NAME}?`,
    texts: {
      creator: 'I share things I like and earn when people buy.',
      shopper: 'I buy things and get a share back.',
      note: 'You can change this later in Settings.',
    },
  },
  instagram: {
    title: 'Connect Instagram',
    texts: {
      text: 'When you add a picture you can choose one that you posted. Nothing is ever posted for you.',
    },
  },
  profile: { title: 'Your public profile', texts: { text: 'Who people see beside your links.' } },
  categories: { title: 'What are you into?', texts: { text: 'Choose as many as you like.' } },
  chromeExtension: extension('chromeExtension'),
  firefoxExtension: extension('firefoxExtension'),
  safariExtension: extension('safariExtension'),
  notifications: {
    title: 'Know when something happens',
    texts: {
      text: `First clicks, sales and messages, also while ${APP_NAME} is closed. Your browser asks when you press the button.`,
    },
  },
  earningsInfo: {
    title: 'How you earn',
    texts: {
      text: 'Brands pay when people buy through your links. An earning is pending until the brand has approved it; then you redeem it in Wallet.',
    },
  },
  bonus: {
    title: 'A bonus on top',
    texts: { text: 'By what your links have sold. Each is paid once.', ...tiers },
  },
  summary: {
    title: 'You’re ready',
    texts: { text: 'Home shows what to try next. All you chose can be changed later.' },
  },
}

/** Claim from the specification. It is shown only if the operator states its basis. */
const CLAIM = 'Payouts are about 3x higher.'

/** Builds a step from the default texts and the operator's texts, which replace them. */
export function buildStep(
  name: OnboardingStepName,
  own: OperatorTexts | undefined,
): OnboardingStep {
  const { title, texts } = DEFAULT_TEXTS[name]
  const allTexts: Record<string, string> = { ...texts, ...(own && operatorTexts(name, own)) }
  return {
    frontend_identifier: name,
    title: own?.title ? own.title : title,
    texts: Object.entries(allTexts).map(([identifier, text]) => ({ identifier, text })),
  }
}

function operatorTexts(name: OnboardingStepName, { text, basis, url }: OperatorTexts) {
  // A claim without a basis is not shown.
  if (name === 'earningsInfo')
    return basis === '' ? {} : { claim: text === '' ? CLAIM : text, basis }
  return { ...(text !== '' && { text }), ...(url !== '' && { url }) }
}
