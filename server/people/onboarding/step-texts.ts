import { APP_NAME } from '#contract/app-constants.ts'
import { EXTENSIONS, type ExtensionStep } from '#contract/browser-extension.ts'
import { BONUS_TIERS } from '#contract/money/bonus.ts'
import type { OnboardingStep, OnboardingStepName } from '#contract/people/onboarding.ts'

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
  texts: { text: 'Create a link to the page you’re on, without leaving it.' },
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
      text: 'Choose from your Instagram posts when you add a picture. We never post for you.',
    },
  },
  profile: { title: 'Your public profile', texts: { text: 'People see it with your links.' } },
  categories: { title: 'What are you into?', texts: { text: 'Choose as many as you like.' } },
  chromeExtension: extension('chromeExtension'),
  firefoxExtension: extension('firefoxExtension'),
  safariExtension: extension('safariExtension'),
  notifications: {
    title: 'Know when something happens',
    texts: {
      text: `Get first clicks, sales and messages, even while ${APP_NAME} is closed. Your browser asks for permission.`,
    },
  },
  earningsInfo: {
    title: 'How you earn',
    texts: {
      text: 'Brands pay a commission when people buy through your links. It is pending until the brand has approved and paid it. Then you redeem it in Wallet.',
    },
  },
  bonus: {
    title: 'A bonus on top',
    texts: { text: 'For reaching these sales totals. Each bonus is paid once.', ...tiers },
  },
  summary: {
    title: 'You’re ready',
    texts: { text: 'Home shows what to try next. You can change your choices later.' },
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
