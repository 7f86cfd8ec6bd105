import { useId } from 'react'
import { money } from '#app/formats.ts'
import { WHOLE_FORM } from '#app/form/form-errors.ts'
import { THRESHOLD_LIMITS, type WalletSettings } from '#contract/money/wallet.ts'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { TextField } from '#ui/fields/field.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { emailInput } from '#ui/fields/input-kinds.ts'
import { roundMoney } from '../money-text.ts'
import { ActionBar } from '#ui/action-bar.tsx'
import { Amounts } from '../parts/amounts.tsx'
import { Range } from '../parts/range.tsx'
import { NextAddress } from './next-address.tsx'
import { stopsOf, commonAmounts } from './threshold-stops.ts'
import css from './threshold.module.css'
import { useThresholdForm, type ThresholdFormState } from './use-threshold-form.ts'

type ThresholdFormProps = { settings: WalletSettings; onSaved: (next: WalletSettings) => void }

export function ThresholdForm({ settings, onSaved }: ThresholdFormProps) {
  const form = useThresholdForm(settings, onSaved)
  const { values, change, errors } = form
  if (!form.ready) return null
  return (
    <form {...form.props} className={`${css.form} fill-column`}>
      <p className={css.lead}>
        You can redeem once this much is ready. A higher number means fewer, larger payments.
      </p>
      <Threshold form={form} least={settings.min_threshold} />
      <PaypalEmail form={form} settings={settings} onSaved={onSaved} />
      <div className={css.auto}>
        <Switch
          label="Redeem automatically"
          help={`To PayPal, each time ${money(values.payment_threshold)} is ready`}
          checked={values.auto_redeem}
          onChange={(auto_redeem) => change({ auto_redeem })}
        />
        <FieldError text={errors.auto_redeem} />
      </div>
      <ActionBar>
        <FieldError text={errors[WHOLE_FORM]} />
        <Button type="submit" size="lg" variant="primary" busy={form.busy}>
          Save
        </Button>
      </ActionBar>
    </form>
  )
}

function Threshold({ form, least }: { form: ThresholdFormState; least: number }) {
  const { values, change, errors } = form
  const { payment_threshold: value } = values
  const choose = (payment_threshold: number) => change({ payment_threshold })
  const id = useId()
  const error = errors.payment_threshold
  return (
    <div className="stack">
      <output className={`${css.figure} num`} aria-hidden="true" translate="no">
        {roundMoney(value)}
      </output>
      <Range
        label="Payment threshold"
        stops={stopsOf(least, value)}
        value={value}
        text={roundMoney}
        onChange={choose}
      />
      <p className={`${css.ends} num hint`} aria-hidden="true">
        <span translate="no">{roundMoney(least)}</span>
        <span translate="no">{roundMoney(THRESHOLD_LIMITS.max)}</span>
      </p>
      <Amounts
        label="Common amounts"
        hidden
        {...commonAmounts(least)}
        value={value}
        onChange={choose}
        describedBy={error && id}
        isWrong={error !== undefined}
      />
      <FieldError id={id} text={error} />
    </div>
  )
}

type PaypalEmailProps = ThresholdFormProps & { form: ThresholdFormState }

/** Shows the PayPal address. A change needs the password and takes effect after a waiting time. */
function PaypalEmail({ form, settings, onSaved }: PaypalEmailProps) {
  const { isOtherAddress } = form
  const isFirst = settings.paypal_email === ''
  return (
    <>
      <NextAddress settings={settings} onSaved={onSaved} />
      <TextField
        {...form.field('paypal_email')}
        label="PayPal email"
        help={
          !isOtherAddress
            ? 'Used for every PayPal payment'
            : isFirst
              ? 'We send a link there to confirm it. It is used from then on.'
              : 'We send a link there to confirm it, and tell the old address. It is used 72 hours after that.'
        }
        {...emailInput}
      />
      {isOtherAddress && (
        <TextField
          {...form.field('password')}
          label="Your password"
          help="Keeps others from changing where your money goes"
          type="password"
          autoComplete="current-password"
          maxLength={200}
        />
      )}
    </>
  )
}
