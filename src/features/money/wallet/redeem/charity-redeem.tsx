import { HandHeartIcon } from '@phosphor-icons/react/HandHeart'
import { useId, useState } from 'react'
import { listCharities } from '#api/money/wallet.ts'
import { money } from '#app/formats.ts'
import { WHOLE_FORM } from '#app/form/form-errors.ts'
import { AnswerList } from '#app/answer-list.tsx'
import { useAnswer, type Answer } from '#app/query/use-answer.ts'
import { Screen } from '#app/shell/screen/screen.tsx'
import { squareImage } from '#contract/images/images.ts'
import { fold } from '#contract/search/fold.ts'
import type { Charity } from '#contract/money/wallet.ts'
import { serverAddress } from '#http/endpoint.ts'
import { redeemPath } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { SearchField } from '#ui/fields/search-field.tsx'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import { Avatar } from '#ui/pictures/thumb.tsx'
import { ActionBar } from '#ui/action-bar.tsx'
import { Options } from '../parts/options.tsx'
import { PasswordForm } from '../parts/password-form.tsx'
import { oldestOf } from '../wallet.ts'
import { AmountField } from './amount-field.tsx'
import { ConfirmSheet } from './confirm-sheet.tsx'
import { usualPayoutText } from './paid-by.ts'
import css from './redeem.module.css'
import { RedeemButton } from './redeem-button.tsx'
import { useRedeemForm, type RedeemForm } from './use-redeem-form.ts'

/** Shows the choice of organization and amount. */
export function CharityRedeem() {
  const charities = useAnswer('charities', listCharities, { isSecondary: true })
  const form = useRedeemForm({
    way: 'charity',
    readTarget: ({ charity_id }) =>
      charity_id === null
        ? { errors: { charity_id: 'Choose an organization.' } }
        : { sent: { charity_id } },
    noPassword: 'Enter your password to give money away.',
  })
  const { sheet, values } = form
  const chosen = charities.value?.find(({ id }) => id === values.charity_id)
  return (
    <Screen
      title="Give to charity"
      freshness={oldestOf([form.balance, charities])}
      back={redeemPath()}
      narrow
      tall
    >
      <form {...form.props} className={`${css.form} fill-column`}>
        <Charities charities={charities} form={form} />
        {charities.value && charities.value.length > 0 && (
          <>
            <AmountField form={form} />
            <ActionBar>
              <RedeemButton form={form}>
                {values.value === null ? 'Give' : `Give ${money(values.value)}`}
              </RedeemButton>
            </ActionBar>
          </>
        )}
      </form>
      {sheet.isOpen && values.value !== null && (
        <ConfirmSheet
          amount={values.value}
          available={form.available}
          facts={[
            ['To', chosen?.name ?? ''],
            ['Paid', usualPayoutText()],
          ]}
          note="We set the money aside now and pass it on by hand. This can’t be undone."
          extraField={
            <PasswordForm
              help="Keeps others from giving your money away"
              value={values.password}
              errors={form.errors}
              onChange={(password) => form.change({ password })}
              onSubmit={() => void form.submit()}
            />
          }
          error={form.errors[WHOLE_FORM]}
          busy={form.busy}
          confirm={() => void form.submit()}
          onClose={() => {
            form.change({ password: '' })
            sheet.close()
          }}
        />
      )}
    </Screen>
  )
}

type CharitiesProps = { charities: Answer<Charity[]>; form: RedeemForm }

const Charities = ({ charities, form }: CharitiesProps) => (
  <AnswerList
    what="organizations"
    rows={charities.value}
    answer={charities}
    loading={
      <div className={`${css.loading} stack`} role="status" aria-label="Loading organizations">
        <Skeleton height={68} radius={18} />
        <Skeleton height={68} radius={18} />
      </div>
    }
    empty={
      <EmptyState
        title="No organizations right now"
        text="You can redeem to PayPal or choose a gift card."
        action={<ButtonLink href={redeemPath()}>Redeem another way</ButtonLink>}
      />
    }
  >
    {(rows) => <CharityChoice rows={rows} form={form} />}
  </AnswerList>
)

function CharityChoice({
  rows,
  form: { values, errors, change },
}: {
  rows: Charity[]
  form: RedeemForm
}) {
  const [query, setQuery] = useState('')
  const id = useId()
  const found = rows.filter((row) => matchesSearch(row, query))
  return (
    <div className={`${css.found} stack`}>
      <SearchField label="Find an organization" value={query} onChange={setQuery} />
      {found.length === 0 ? (
        <p className={`${css.small} hint`} role="status">
          No organization matches.
        </p>
      ) : (
        <Options
          label="Organization"
          options={found.map(({ id, name, description, logo_url }) => ({
            value: String(id),
            label: name,
            help: description,
            icon: HandHeartIcon,
            picture: logo_url && (
              <Avatar src={serverAddress(squareImage(logo_url, 112))} name={name} size={44} />
            ),
          }))}
          value={values.charity_id === null ? null : String(values.charity_id)}
          onChange={(value) => change({ charity_id: Number(value) })}
          describedBy={errors.charity_id && id}
          isWrong={errors.charity_id !== undefined}
        />
      )}
      <FieldError id={id} text={errors.charity_id} />
    </div>
  )
}

const matchesSearch = ({ name, description }: Charity, query: string) =>
  fold(`${name} ${description}`).includes(fold(query.trim()))
