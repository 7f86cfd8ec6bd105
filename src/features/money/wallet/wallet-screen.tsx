import { ChartLineUpIcon } from '@phosphor-icons/react/ChartLineUp'
import { FileTextIcon } from '@phosphor-icons/react/FileText'
import { GiftIcon } from '@phosphor-icons/react/Gift'
import { QuestionIcon } from '@phosphor-icons/react/Question'
import { SlidersHorizontalIcon } from '@phosphor-icons/react/SlidersHorizontal'
import { useSearch } from '@tanstack/react-router'
import { money } from '#app/formats.ts'
import { NothingSaved } from '#app/list-state.tsx'
import { NotLoaded } from '#app/problems/not-loaded.tsx'
import { useOffline } from '#app/problems/problems.ts'
import { useCopyAge } from '#app/query/use-copy-age.ts'
import { Screen } from '#app/shell/screen/screen.tsx'
import { definitionsPath, paths, redeemPath, statementPath, type WalletSearch } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { ListLink } from '#ui/list-row.tsx'
import { BalanceSkeleton, BalanceSummary } from './balance.tsx'
import { ActionBar } from '#ui/action-bar.tsx'
import { RedeemScreen } from './redeem/redeem-screen.tsx'
import { ReceiptScreen } from './statements/receipt-screen.tsx'
import { StatementsScreen } from './statements/statements-screen.tsx'
import { useWalletTabs, WalletTabs } from './wallet-tabs.tsx'
import css from './wallet-screen.module.css'
import { oldestOf, useBalance, useWalletSettings, type BalanceAnswer } from './wallet.ts'

/** Shows the wallet, or the redeem form, a receipt or a statement as the address says. */
export function WalletScreen() {
  const { redeem, statement, receipt }: WalletSearch = useSearch({ strict: false })
  if (redeem) return <RedeemScreen key={redeem} way={redeem} />
  if (receipt !== undefined) return <ReceiptScreen key={receipt} id={receipt} />
  return statement === undefined ? <Wallet /> : <StatementsScreen of={statement} />
}

function Wallet() {
  const balance = useBalance()
  const settings = useWalletSettings()
  const tabs = useWalletTabs()
  const { value } = balance
  return (
    <Screen
      title="Wallet"
      freshness={oldestOf([balance, tabs.list])}
      back={paths.more}
      tall
      actions={
        <a
          className="target"
          href={definitionsPath}
          aria-label="What is counted"
          title="What is counted"
        >
          <QuestionIcon size={22} aria-hidden />
        </a>
      }
    >
      <div className={css.wallet}>
        <div className={css.money}>
          <Money balance={balance} />
          <ListLink
            className={css.threshold}
            icon={SlidersHorizontalIcon}
            href={paths.paymentThreshold}
            label="Payment threshold"
            value={
              settings.value && (
                <span className="num" translate="no">
                  {money(settings.value.payment_threshold)}
                </span>
              )
            }
          />
          <ListLink
            className={css.threshold}
            icon={ChartLineUpIcon}
            href={paths.networks}
            label="Earned elsewhere"
            help="Paid by affiliate networks, last 30 days"
            value={value?.earned_elsewhere && <Elsewhere balance={balance} />}
          />
          <ListLink
            className={css.threshold}
            icon={FileTextIcon}
            href={statementPath('all')}
            label="Statements"
          />
        </div>
        <WalletTabs tabs={tabs} />
        <ActionBar>
          <ButtonLink size="lg" icon={GiftIcon} href={paths.giftCards}>
            Gift cards
          </ButtonLink>
          <ButtonLink size="lg" variant="primary" href={redeemPath()} className="num">
            {redeemLabel(value?.available, settings.value?.payment_threshold)}
          </ButtonLink>
        </ActionBar>
      </div>
    </Screen>
  )
}

/** Shows the income from affiliate networks, which is not part of the balance. */
function Elsewhere({ balance }: { balance: BalanceAnswer }) {
  const age = useCopyAge(balance)
  return (
    <span className={age === null ? 'num' : 'num t2'} translate="no">
      {money(balance.value?.earned_elsewhere?.approved ?? 0)}
    </span>
  )
}

/** Names the amount only if all of it can be redeemed. */
const redeemLabel = (available = 0, threshold = Infinity) =>
  available > 0 && available >= threshold ? `Redeem ${money(available)}` : 'Redeem'

function Money({ balance }: { balance: BalanceAnswer }) {
  const age = useCopyAge(balance)
  const offline = useOffline()
  if (balance.value) return <BalanceSummary balance={balance.value} age={age} />
  if (balance.loading) return <BalanceSkeleton />
  if (offline && !balance.error) return <NothingSaved what="balance" />
  return <NotLoaded what="balance" list={balance} />
}
