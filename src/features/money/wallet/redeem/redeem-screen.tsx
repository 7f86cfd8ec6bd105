import { CharityRedeem } from './charity-redeem.tsx'
import { PaypalRedeem } from './paypal-redeem.tsx'

/** How to have the money: three ways, a sum, and a look at it before it goes. */
export const RedeemScreen = ({ way }: { way: 'paypal' | 'charity' }) =>
  way === 'charity' ? <CharityRedeem /> : <PaypalRedeem />
