import { CharityRedeem } from './charity-redeem.tsx'
import { PaypalRedeem } from './paypal-redeem.tsx'

/** Shows the ways to redeem, the amounts and a confirmation. */
export const RedeemScreen = ({ way }: { way: 'paypal' | 'charity' }) =>
  way === 'charity' ? <CharityRedeem /> : <PaypalRedeem />
