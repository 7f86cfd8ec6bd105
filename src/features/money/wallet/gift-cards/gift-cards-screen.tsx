import { GiftIcon } from '@phosphor-icons/react/Gift'
import { useDialogParam } from '#app/dialog/use-dialog-param.ts'
import { AnswerList } from '#app/answer-list.tsx'
import { Screen } from '#app/shell/screen/screen.tsx'
import { paths, redeemPath } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import { roundMoney } from '../money-text.ts'
import { AvailableLine } from '../parts/ready-line.tsx'
import rowCss from '../parts/money-rows.module.css'
import { oldestOf, useBalance } from '../wallet.ts'
import { CardSheet } from './card-sheet.tsx'
import { useGiftCards, type Card } from './gift-cards.ts'
import css from './gift-cards.module.css'

/** Lists gift cards, sold out ones too, and shows the code after redeeming. */
export function GiftCardsScreen() {
  const balance = useBalance()
  const cards = useGiftCards()
  const sheet = useDialogParam('card')
  const open = ({ voucher }: Card) => sheet.open(String(voucher.id))
  const card = cards.value?.find(({ voucher }) => String(voucher.id) === sheet.value)
  return (
    <Screen
      title="Gift cards"
      freshness={oldestOf([cards, balance])}
      back={paths.walletRequests}
      narrow
    >
      <AnswerList
        what="gift cards"
        rows={cards.value}
        answer={cards}
        loading={<CardsSkeleton />}
        empty={<NoCards />}
      >
        {(rows) => (
          <div className={`${css.screen} stack`}>
            <AvailableLine balance={balance} />
            <Cards rows={rows} open={open} />
          </div>
        )}
      </AnswerList>
      {sheet.value !== undefined && (card !== undefined || cards.value !== undefined) && (
        <CardSheet
          key={sheet.value}
          card={card}
          available={balance.value?.available}
          onRedeemed={() => {
            void cards.refresh()
            void balance.refresh()
          }}
          onClose={sheet.close}
        />
      )}
    </Screen>
  )
}

function Cards({ rows, open }: { rows: Card[]; open: (card: Card) => void }) {
  const here = rows.filter(({ voucher }) => voucher.in_stock)
  const gone = rows.filter(({ voucher }) => !voucher.in_stock)
  return (
    <>
      {here.length > 0 ? (
        <>
          <p className={css.lead}>
            You get the code at once. Above $100, and the first time you redeem, we look at it
            first.
          </p>
          <ul className={css.grid} aria-label="Gift cards">
            {here.map((card) => (
              <li key={card.voucher.id}>
                <CardButton card={card} open={open} />
              </li>
            ))}
          </ul>
        </>
      ) : (
        <NoCards />
      )}
      {gone.length > 0 && (
        <ul className={css.gone} aria-label="Sold out">
          {gone.map((card) => (
            <SoldOut key={card.voucher.id} card={card} />
          ))}
        </ul>
      )}
    </>
  )
}

const CardButton = ({ card, open }: { card: Card; open: (card: Card) => void }) => (
  <button type="button" className={css.card} aria-haspopup="dialog" onClick={() => open(card)}>
    <span className={css.shop}>{card.vendor.name}</span>
    <span className={`${css.value} num`} translate="no">
      {roundMoney(card.voucher.value)}
    </span>
  </button>
)

const SoldOut = ({ card: { vendor, voucher } }: { card: Card }) => (
  <li className={css.soldOut}>
    <span className={`${rowCss.icon} disc`}>
      <GiftIcon size={22} aria-hidden />
    </span>
    <span className={rowCss.text}>
      <span className={`${css.soldName} num`}>
        {`${vendor.name}, ${roundMoney(voucher.value)}`}
      </span>
      <span className={`${rowCss.detail} hint`}>Sold out for now.</span>
    </span>
  </li>
)

const NoCards = () => (
  <EmptyState
    title="No gift cards available right now"
    text="You can redeem to PayPal or give to charity any time."
    action={
      <ButtonLink variant="line" href={redeemPath()}>
        Redeem another way
      </ButtonLink>
    }
  />
)

const CardsSkeleton = () => (
  <div className={`${css.screen} stack`} role="status" aria-label="Loading gift cards">
    <Skeleton width="60%" height={40} />
    <div className={css.grid}>
      {[1, 2, 3, 4].map((one) => (
        <Skeleton key={one} height={110} radius={18} />
      ))}
    </div>
  </div>
)
