import { useState } from 'react'
import { redeemVoucher } from '#api/money/wallet.ts'
import { withProof } from '#features/people/factors/with-proof.ts'
import { withTerms } from '#features/people/terms/with-terms.ts'
import { money } from '#app/formats.ts'
import { explainFailure } from '#app/failure/explain-failure.ts'
import { errorsOf, WHOLE_FORM, type FormErrors } from '#app/form/form-errors.ts'
import { useOffline } from '#app/problems/problems.ts'
import type { RedemptionDetail } from '#contract/money/wallet.ts'
import { quiet } from '#http/client.ts'
import { paths } from '#paths.ts'
import { Banner } from '#ui/notices/banner.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Modal } from '#ui/dialog/modal.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { toast } from '#ui/notices/toast.tsx'
import { attempt } from '../attempts.ts'
import { subtractMoney, roundMoney } from '../money-text.ts'
import { Facts } from '#ui/facts.tsx'
import { PasswordForm } from '../parts/password-form.tsx'
import { NOT_SENT } from '../texts.ts'
import { GiftCardCode } from './gift-card-code.tsx'
import css from './gift-cards.module.css'
import type { Card } from './gift-cards.ts'

type CardSheetProps = {
  /** Undefined if the address names a card that is no longer offered. */
  card: Card | undefined
  available: number | undefined
  /** Called after an attempt to redeem a card, since the list may have changed. */
  onRedeemed: () => void
  onClose: () => void
}

/** Shows the confirmation of a gift card, then the card itself. */
export function CardSheet({ card, available, onRedeemed, onClose }: CardSheetProps) {
  const take = useRedeemCard(onRedeemed)
  // Keep the card, because an updated list may not contain it any more.
  const [first] = useState(card)
  const shown = first ?? card
  if (take.got) return <RedeemedCard got={take.got} card={shown} onClose={onClose} />
  if (!shown)
    return (
      <Modal title="Gift card" size="confirm" onClose={onClose}>
        <EmptyState title="This gift card isn’t here" text="It is not offered any more." />
      </Modal>
    )
  const { vendor, voucher } = shown
  const missing = available === undefined ? 0 : subtractMoney(voucher.value, available)
  return (
    <Modal
      title="Check and confirm"
      size="confirm"
      onClose={onClose}
      closable={!take.busy}
      footer={
        <Button
          variant="primary"
          size="lg"
          busy={take.busy}
          disabled={missing > 0}
          onClick={() => void take.run(voucher.id)}
        >
          {`Redeem ${money(voucher.value)}`}
        </Button>
      }
    >
      <div className={`${css.sheet} stack`}>
        <Facts
          facts={[
            ['You redeem', money(voucher.value)],
            ['For', `Gift card, ${vendor.name}`],
            ...(voucher.country ? [['Good in', goodIn(shown)] as const] : []),
            ...(voucher.ends_on ? [['Good until', dayText(voucher.ends_on)] as const] : []),
            ...(available !== undefined && missing <= 0
              ? [['Left in your wallet', money(subtractMoney(available, voucher.value))] as const]
              : []),
          ]}
        />
        <p className={`${css.small} hint`}>
          {missing > 0
            ? `${money(missing)} more has to be ready for this one.`
            : 'Gift cards can’t be returned.'}
        </p>
        {missing <= 0 && (
          <PasswordForm
            help="Keeps others from taking your gift cards"
            value={take.password}
            errors={take.errors}
            onChange={take.setPassword}
            onSubmit={() => void take.run(voucher.id)}
          />
        )}
        <FieldError text={take.errors[WHOLE_FORM]} />
      </div>
    </Modal>
  )
}

const goodIn = ({ voucher: { country, currency } }: Card) => `${country}, ${currency}`

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const dayText = (endsOn: string) => day.format(new Date(endsOn))

/**
 * Redeems a gift card, only once even if pressed repeatedly. Errors are shown beside the button.
 */
function useRedeemCard(changed: () => void) {
  const offline = useOffline()
  const [got, setGot] = useState<RedemptionDetail>()
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<FormErrors>({})
  const [password, setPassword] = useState('')

  async function run(voucher_id: number) {
    if (busy) return
    if (offline) {
      toast(NOT_SENT, { tone: 'problem' })
      return
    }
    if (password === '') {
      setErrors({ password: 'Enter your password to get a gift card.' })
      return
    }
    setBusy(true)
    setErrors({})
    try {
      const sent = { voucher_id, password }
      setGot(
        await withTerms(() =>
          withProof(() =>
            attempt('gift card', { voucher_id }, (key) => redeemVoucher(sent, { ...quiet, key })),
          ),
        ),
      )
    } catch (failure) {
      setErrors(
        errorsOf(failure, [['password', 'password']], (error) =>
          explainFailure(error, 'get the gift card', 'The gift card'),
        ),
      )
    } finally {
      setBusy(false)
      changed()
    }
  }
  return { got, busy, errors, password, setPassword, run }
}

type RedeemedCardProps = { got: RedemptionDetail; card: Card | undefined; onClose: () => void }

function RedeemedCard({ got, card, onClose }: RedeemedCardProps) {
  const isHere = got.code !== null
  return (
    <Modal
      title={isHere ? 'Your gift card' : 'Requested'}
      size="confirm"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Done</Button>
          <ButtonLink variant="primary" href={paths.walletRequests}>
            My requests
          </ButtonLink>
        </>
      }
    >
      <div className={`${css.sheet} stack`}>
        <div className={`${css.card} ${css.big}`}>
          <span className={css.shop}>{card?.vendor.name ?? got.target}</span>
          <span className={`${css.value} num`} translate="no">
            {roundMoney(got.amount)}
          </span>
        </div>
        {isHere ? (
          <>
            <p className={`${css.small} hint`}>
              Only you can see this code. It stays in My requests.
            </p>
            <GiftCardCode card={got} />
          </>
        ) : (
          <Banner>
            We look at this one by hand, usually within 3 days. The code appears in My requests.
          </Banner>
        )}
      </div>
    </Modal>
  )
}
