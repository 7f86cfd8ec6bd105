import { walletAnswers } from '#support/wallet-samples.ts'
import { fakeApi, type Answer } from './fake-api.ts'

export const BALANCE = 'GET /v1/bank/redemptions/'
export const SETTINGS_CALL = 'GET /v1/bank/redemptions/settings/'
export const REDEEM = 'POST /v1/shop/paypal/redeem'
export const TAKE_CARD = 'POST /v1/shop/vouchers/redeem'

/** Imitates the server's wallet. */
export const serveWallet = (more: Record<string, Answer> = {}) =>
  fakeApi({ ...walletAnswers(), ...more })
