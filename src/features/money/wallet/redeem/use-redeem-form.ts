import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState, type SubmitEvent } from 'react'
import { getRedeemValues, redeem } from '#api/money/wallet.ts'
import { money } from '#app/formats.ts'
import { useDialogParam } from '#app/dialog/use-dialog-param.ts'
import { WHOLE_FORM, type FormErrors, type FormResult } from '#app/form/form-errors.ts'
import { useFormWithValues } from '#app/form/use-form.ts'
import { useOffline } from '#app/problems/problems.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import type { RedeemRequest } from '#contract/money/wallet.ts'
import { withProof } from '#features/people/factors/with-proof.ts'
import { withTerms } from '#features/people/terms/with-terms.ts'
import { quiet } from '#http/client.ts'
import { paths } from '#paths.ts'
import { toast } from '#ui/notices/toast.tsx'
import { attempt } from '../attempts.ts'
import { NOT_SENT } from '../texts.ts'
import { useBalance } from '../wallet.ts'
import { amountsOf, selectedAmount } from './redeem-amounts.ts'

type Values = {
  value: number | null
  paypal_email: string
  charity_id: number | null
  /** Entered on the confirmation sheet and cleared when it closes. */
  password: string
}
const INITIAL_VALUES: Values = { value: null, paypal_email: '', charity_id: null, password: '' }

type RedeemFormOptions = {
  way: 'paypal' | 'charity'
  /** Returns the recipient to send, or an error if there is none. */
  readTarget: (values: Values) => FormResult<Omit<RedeemRequest, 'value' | 'password'>>
  /** Error text without the password. Set only if the password is needed. */
  noPassword?: string
}

/**
 * Holds the amount and recipient of a payout. Submitting opens a confirmation; confirming sends
 * once. After a failure the choice is kept.
 */
export function useRedeemForm({ way, readTarget, noPassword }: RedeemFormOptions) {
  const balance = useBalance()
  const sums = useAnswer(`redeem values ${way}`, (options) => getRedeemValues(way, options), {
    isSecondary: true,
  })
  const available = balance.value?.available ?? 0
  const { allowed, amounts } = sums.value
    ? amountsOf(sums.value, available)
    : { allowed: [], amounts: [] }
  const [picked, pick] = useState(INITIAL_VALUES)
  const values = { ...picked, value: selectedAmount(picked.value, allowed) }
  const sheet = useConfirmSheet()

  function read(): FormResult<RedeemRequest> {
    const { sent, errors } = readTarget(values)
    if (errors) return { errors }
    if (values.value === null) return { errors: { value: 'Choose an amount.' } }
    return { sent: { ...sent, value: values.value } }
  }

  /** Adds the password, which is entered on the confirmation sheet. */
  function readConfirmed(): FormResult<RedeemRequest> {
    const { sent, errors } = read()
    if (errors) return { errors }
    if (noPassword === undefined) return { sent }
    const { password } = values
    return password === '' ? { errors: { password: noPassword } } : { sent: { ...sent, password } }
  }

  const form = useFormWithValues(
    {
      values,
      change: (part) => pick((before) => ({ ...before, ...part })),
      // Do not ask before leaving, because the choice is quickly made again.
      dirty: false,
      discard: () => {},
      ready: true,
    },
    {
      read: readConfirmed,
      save: (sent: RedeemRequest) =>
        withTerms(() =>
          withProof(() => attempt(`redeem ${way}`, sent, (key) => redeem(sent, { ...quiet, key }))),
        ),
      onSaved({ amount }) {
        toast(`Requested ${money(amount)}`)
        sheet.finish()
      },
      action: 'redeem',
      // Errors of fields are shown there, so the sheet closes. Others are shown in the sheet.
      onRefused: (errors: FormErrors) => isOnFields(errors) && sheet.close(),
      offline: NOT_SENT,
      within: 'screen',
    },
  )
  const offline = useOffline()

  /** Shows errors at once, or opens the confirmation. */
  function check(event: SubmitEvent) {
    event.preventDefault()
    if (form.busy) return
    if (offline) toast(NOT_SENT, { tone: 'problem' })
    else if (read().errors) void form.submit()
    else sheet.open()
  }

  const props = { ...form.props, onSubmit: check }
  return { ...form, props, balance, sums, available, allowed, amounts, sheet }
}

export type RedeemForm = ReturnType<typeof useRedeemForm>

const isOnFields = (errors: FormErrors) =>
  Object.keys(errors).some((name) => name !== WHOLE_FORM && name !== 'password')

/**
 * Controls the confirmation sheet. If the page is loaded with its parameter, there is nothing to
 * confirm, so the parameter is removed.
 */
function useConfirmSheet() {
  const param = useDialogParam('confirm')
  const navigate = useNavigate()
  const [wasOpenedHere, setWasOpenedHere] = useState(false)
  const [done, setDone] = useState(false)
  const isOpen = param.value !== undefined
  const settle = useEffectEvent((isOpen: boolean, done: boolean) => {
    if (isOpen && !wasOpenedHere) param.close()
    // Replace this screen, so that Back does not return to the finished form.
    if (!isOpen && done) void navigate({ to: paths.walletRequests, replace: true })
  })
  useEffect(() => settle(isOpen, done), [isOpen, done])

  function open() {
    setWasOpenedHere(true)
    param.open('1')
  }
  function finish() {
    setDone(true)
    param.close()
  }
  return { isOpen: isOpen && wasOpenedHere, open, close: param.close, finish }
}
