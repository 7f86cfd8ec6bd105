import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState, type SubmitEvent } from 'react'
import { getRedeemValues, redeem } from '#api/wallet.ts'
import { money } from '#app/formats.ts'
import { useDialogParam } from '#app/dialog/use-dialog-param.ts'
import { WHOLE_FORM, type FormErrors, type Read } from '#app/form/form-errors.ts'
import { useFormOver } from '#app/form/use-form.ts'
import { useOffline } from '#app/problems/problems.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import type { RedeemRequest } from '#contract/money/wallet.ts'
import { withTerms } from '#features/people/terms/with-terms.ts'
import { quiet } from '#http/client.ts'
import { paths } from '#paths.ts'
import { toast } from '#ui/toast.tsx'
import { attempt } from '../attempts.ts'
import { NOT_SENT } from '../texts.ts'
import { useBalance } from '../wallet.ts'
import { amountsOf, chosenOf } from './redeem-amounts.ts'

type Values = {
  value: number | null
  paypal_email: string
  charity_id: number | null
  /** Asked for where it is looked at once more, and gone with that. */
  password: string
}
const NOTHING: Values = { value: null, paypal_email: '', charity_id: null, password: '' }

type RedeemFormOptions = {
  way: 'paypal' | 'charity'
  /** What is sent besides the sum, or what is missing. */
  readTarget: (values: Values) => Read<Omit<RedeemRequest, 'value' | 'password'>>
  /** What is said without the password, where one is wanted. */
  noPassword?: string
}

/**
 * A sum and where it goes. Pressing looks it over first; what is confirmed is sent once, and what could not
 * be sent stays chosen (D-75).
 */
export function useRedeemForm({ way, readTarget, noPassword }: RedeemFormOptions) {
  const balance = useBalance()
  const sums = useAnswer(`redeem values ${way}`, (options) => getRedeemValues(way, options), {
    aside: true,
  })
  const available = balance.value?.available ?? 0
  const { allowed, amounts } = sums.value
    ? amountsOf(sums.value, available)
    : { allowed: [], amounts: [] }
  const [picked, pick] = useState(NOTHING)
  const values = { ...picked, value: chosenOf(picked.value, allowed) }
  const sheet = useConfirmSheet()

  function read(): Read<RedeemRequest> {
    const { sent, errors } = readTarget(values)
    if (errors) return { errors }
    if (values.value === null) return { errors: { value: 'Choose an amount.' } }
    return { sent: { ...sent, value: values.value } }
  }

  /** With the password, which is asked for where all else was looked at. */
  function readConfirmed(): Read<RedeemRequest> {
    const { sent, errors } = read()
    if (errors) return { errors }
    if (noPassword === undefined) return { sent }
    const { password } = values
    return password === '' ? { errors: { password: noPassword } } : { sent: { ...sent, password } }
  }

  const form = useFormOver(
    {
      values,
      change: (part) => pick((before) => ({ ...before, ...part })),
      // A choice is made again in a moment: nobody is kept from leaving for it.
      dirty: false,
      discard: () => {},
      ready: true,
    },
    {
      read: readConfirmed,
      save: (sent: RedeemRequest) =>
        withTerms(() => attempt(`redeem ${way}`, sent, (key) => redeem(sent, { ...quiet, key }))),
      saved({ amount }) {
        toast(`Requested ${money(amount)}`)
        sheet.finish()
      },
      action: 'redeem',
      // What is wrong with a field is said there; all else where it was pressed.
      onRefused: (errors: FormErrors) => isOnFields(errors) && sheet.close(),
      offline: NOT_SENT,
      within: 'screen',
    },
  )
  const offline = useOffline()

  /** What is wrong is said at once; what is right is looked at again. */
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

/** The look before it goes. An address that comes with it has nothing to show: it is taken off. */
function useConfirmSheet() {
  const param = useDialogParam('confirm')
  const navigate = useNavigate()
  const [looked, setLooked] = useState(false)
  const [done, setDone] = useState(false)
  const isOpen = param.value !== undefined
  const settle = useEffectEvent((isOpen: boolean, done: boolean) => {
    if (isOpen && !looked) param.close()
    // Back leads from the wallet to where one came from, not to what is done.
    if (!isOpen && done) void navigate({ to: paths.walletRequests, replace: true })
  })
  useEffect(() => settle(isOpen, done), [isOpen, done])

  function open() {
    setLooked(true)
    param.open('1')
  }
  function finish() {
    setDone(true)
    param.close()
  }
  return { isOpen: isOpen && looked, open, close: param.close, finish }
}
