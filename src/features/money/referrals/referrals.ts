import {
  getReferralLink,
  getReferralMailStats,
  getReferralSummary,
  listReferrals,
} from '#api/money/referrals.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import { usePages, type Pages } from '#app/query/use-pages.ts'

const MAX_PAGES = 3
const fewPages = <Item>({ pages }: Pages<Item>) => pages <= MAX_PAGES

export const useReferralLink = () =>
  useAnswer('referral link', getReferralLink, { copy: true, isSecondary: true })
export type LinkAnswer = ReturnType<typeof useReferralLink>

export const useReferralSummary = () =>
  useAnswer('referral summary', getReferralSummary, { copy: true, isSecondary: true })

export const useReferralMailStats = () =>
  useAnswer('referral mails', getReferralMailStats, { copy: true, isSecondary: true })

export const useReferrals = (onlyCreators: boolean) =>
  usePages(
    onlyCreators ? 'referred creators' : 'referred people',
    (page, options) => listReferrals(page, onlyCreators, options),
    { copy: fewPages, isSecondary: true },
  )
