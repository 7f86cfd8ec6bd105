import { GiftIcon } from '@phosphor-icons/react/Gift'
import { HandHeartIcon } from '@phosphor-icons/react/HandHeart'
import { PaypalLogoIcon } from '@phosphor-icons/react/PaypalLogo'
import { useId, useState } from 'react'
import { listCharities, listVendors } from '#api/money/wallet.ts'
import { money } from '#app/formats.ts'
import { WHOLE_FORM } from '#app/form/form-errors.ts'
import { momentText } from '#app/problems/times.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import { Screen } from '#app/shell/screen/screen.tsx'
import type { WalletSettings } from '#contract/money/wallet.ts'
import { paths, redeemPath } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { ActionBar } from '#ui/action-bar.tsx'
import { Options } from '../parts/options.tsx'
import { AvailableLine } from '../parts/ready-line.tsx'
import { useWalletSettings } from '../wallet.ts'
import { AmountField } from './amount-field.tsx'
import { ConfirmSheet } from './confirm-sheet.tsx'
import { usualPayoutText } from './paid-by.ts'
import css from './redeem.module.css'
import { RedeemButton } from './redeem-button.tsx'
import { useRedeemForm, type RedeemForm } from './use-redeem-form.ts'

type Way = 'paypal' | 'charity' | 'voucher'

/** Shows the three ways to redeem. PayPal is handled here; the other two have their own screens. */
export function PaypalRedeem() {
  const settings = useWalletSettings()
  const [way, choose] = useState<Way>('paypal')
  const email = settings.value?.paypal_email
  const form = useRedeemForm({
    way: 'paypal',
    readTarget: () =>
      email
        ? { sent: { paypal_email: email } }
        : { errors: { paypal_email: missingEmail(settings.value) } },
  })
  const { sheet } = form
  return (
    <Screen title="Redeem" freshness={form.balance} back={paths.walletRequests} narrow tall>
      <form {...form.props} className={`${css.form} fill-column`}>
        <AvailableLine balance={form.balance} />
        <Ways way={way} choose={choose} settings={settings.value} form={form} />
        {way === 'paypal' && <AmountField form={form} />}
        <ActionBar>
          <Next way={way} form={form} />
        </ActionBar>
      </form>
      {sheet.isOpen && form.values.value !== null && (
        <ConfirmSheet
          amount={form.values.value}
          available={form.available}
          facts={[
            ['To', `PayPal, ${email ?? ''}`],
            ['Paid', usualPayoutText()],
          ]}
          note="We set the money aside now and pay it soon. If PayPal takes a fee, it comes off this amount. This can’t be undone."
          error={form.errors[WHOLE_FORM]}
          busy={form.busy}
          confirm={() => void form.submit()}
          onClose={sheet.close}
        />
      )}
    </Screen>
  )
}

function Next({ way, form }: { way: Way; form: RedeemForm }) {
  if (way === 'charity')
    return (
      <ButtonLink size="lg" variant="primary" href={redeemPath('charity')}>
        Choose an organization
      </ButtonLink>
    )
  if (way === 'voucher')
    return (
      <ButtonLink size="lg" variant="primary" href={paths.giftCards}>
        Choose a gift card
      </ButtonLink>
    )
  const { value } = form.values
  return (
    <RedeemButton form={form}>
      {value === null ? 'Redeem to PayPal' : `Redeem ${money(value)} to PayPal`}
    </RedeemButton>
  )
}

type WaysProps = {
  way: Way
  choose: (way: Way) => void
  settings: WalletSettings | undefined
  form: RedeemForm
}

function Ways({ way, choose, settings, form }: WaysProps) {
  const charities = useAnswer('charities', listCharities, { isSecondary: true })
  const vendors = useAnswer('gift card shops', listVendors, { isSecondary: true })
  const error = form.errors.paypal_email
  const id = useId()
  return (
    <div>
      <Options
        label="How"
        options={[
          {
            value: 'paypal',
            label: 'PayPal',
            icon: PaypalLogoIcon,
            help: settings && paypalHelp(settings),
          },
          {
            value: 'charity',
            label: 'Give to charity',
            icon: HandHeartIcon,
            help: charities.value && charityHelp(charities.value.length),
          },
          {
            value: 'voucher',
            label: 'Gift card',
            icon: GiftIcon,
            help: vendors.value && shopsHelp(vendors.value.filter((one) => one.in_stock).length),
          },
        ]}
        value={way}
        onChange={choose}
        describedBy={error && id}
        isWrong={error !== undefined}
      />
      <FieldError id={id} text={error} />
      {way === 'paypal' && settings && (
        <p className={`${css.why} hint`}>
          <a className={css.link} href={paths.paymentThreshold}>
            {settings.paypal_email ? 'Change your PayPal email' : 'Add your PayPal email'}
          </a>
        </p>
      )}
    </div>
  )
}

const paypalHelp = ({ paypal_email, paypal_email_next }: WalletSettings) => {
  if (paypal_email) return `${paypal_email}. Paid by hand, usually in 3 days`
  return paypal_email_next
    ? `${paypal_email_next.email} cannot be used yet`
    : 'There is no address yet'
}

function missingEmail(settings: WalletSettings | undefined): string {
  const next = settings?.paypal_email_next
  if (!next) return 'Add your PayPal email first.'
  if (next.usable_at === null) return `Confirm ${next.email} first: we sent a link there.`
  return `${next.email} can be used from ${momentText(Date.parse(next.usable_at))}.`
}

const charityHelp = (many: number) => {
  if (many === 0) return 'No organizations right now'
  return many === 1 ? 'To 1 organization' : `Choose one of ${many} organizations`
}

const shopsHelp = (many: number) => {
  if (many === 0) return 'None available right now'
  return many === 1 ? '1 shop' : `${many} shops`
}
