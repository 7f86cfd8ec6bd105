import { useSetAtom } from 'jotai'
import { getEarning } from '#api/money/wallet.ts'
import { money } from '#app/formats.ts'
import { askToLeave } from '#app/dialog/unsaved.ts'
import { NotLoaded } from '#app/problems/not-loaded.tsx'
import { useOffline } from '#app/problems/problems.ts'
import { useAnswer, type Answer } from '#app/query/use-answer.ts'
import type { Earning, EarningDetail } from '#contract/money/earnings.ts'
import { receiptPath, requestPath } from '#paths.ts'
import { Banner } from '#ui/notices/banner.tsx'
import { Modal } from '#ui/dialog/modal.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import { Facts } from '#ui/facts.tsx'
import { AppealForm } from './appeal-form.tsx'
import { amountText, earningTitle, holdText } from './earning-text.ts'
import css from './earning-sheet.module.css'
import { changesOf, factsOf } from './story-facts.ts'

type EarningSheetProps = {
  /** Id in the address. */
  id: string
  /** Entry of the list, if it is loaded. */
  listed: Earning | undefined
  onClose: () => void
  /** Called when the list may have changed. */
  changed: () => void
}

/** Shows the history of an earning: click, order, amount, and each change with its author. */
export function EarningSheet({ id, listed, onClose, changed }: EarningSheetProps) {
  const number = Number(id)
  const isNumber = Number.isSafeInteger(number) && number > 0
  const story = useAnswer(
    isNumber ? `wallet earning ${id}` : null,
    (options) => getEarning(number, options),
    { isSecondary: true },
  )
  const known = story.value ?? listed
  const ask = useSetAtom(askToLeave)
  async function close() {
    if (await ask('dialogs')) onClose()
  }
  function onAppealed() {
    void story.refresh()
    changed()
  }
  return (
    <Modal
      title={known ? `${earningTitle(known)}, ${amountText(known)}` : 'Earning'}
      size="confirm"
      onClose={() => void close()}
    >
      <div className={`${css.body} stack`}>
        {known && <Hold earning={known} onAppealed={onAppealed} />}
        {story.value ? <Story story={story.value} /> : <Missing {...{ story, isNumber }} />}
      </div>
    </Modal>
  )
}

function Hold({ earning, onAppealed }: { earning: Earning; onAppealed: () => void }) {
  const text = holdText(earning)
  if (!earning.held || text === null) return null
  return (
    <>
      <Banner tone="warn">
        <b>Held.</b>
        <span>{` ${text}`}</span>
      </Banner>
      {earning.held.appealed_at === null && <AppealForm id={earning.id} onAppealed={onAppealed} />}
    </>
  )
}

const Story = ({ story }: { story: EarningDetail }) => (
  <>
    <Facts facts={[...factsOf(story), ...payoutFacts(story.payouts)]} />
    {story.changes.length > 0 && (
      <section aria-labelledby="earning-changes">
        <h3 id="earning-changes">What happened</h3>
        <ol>
          {changesOf(story).map(({ key, what, detail, amount }) => (
            <li key={key} className={css.change}>
              <span className={css.what}>
                <span>{what}</span>
                <span className={`${css.detail} hint`}>{detail}</span>
              </span>
              {amount && <span className={`${css.amount} num`}>{amount}</span>}
            </li>
          ))}
        </ol>
      </section>
    )}
  </>
)

type Payouts = EarningDetail['payouts']

/** A paid request links to its receipt, an unpaid one to the request. */
function payoutFacts(payouts: Payouts) {
  const paid = payouts.filter(({ paid_at }) => paid_at !== null)
  const open = payouts.filter(({ paid_at }) => paid_at === null)
  return [
    ...(open.length > 0
      ? [['Requested', <Papers key="open" of={open} to={requestPath} />] as const]
      : []),
    ...(paid.length > 0
      ? [['Receipt', <Papers key="paid" of={paid} to={receiptPath} />] as const]
      : []),
  ]
}

const Papers = ({ of, to }: { of: Payouts; to: typeof receiptPath }) =>
  of.map(({ id, number, amount }) => (
    <span key={id} className={css.paper}>
      <a href={to(id)}>{number}</a>
      <span>{`, ${money(amount)}`}</span>
    </span>
  ))

type MissingProps = { story: Answer<EarningDetail>; isNumber: boolean }

function Missing({ story, isNumber }: MissingProps) {
  const offline = useOffline()
  if (!isNumber || story.error?.status === 404)
    return (
      <EmptyState title="This earning isn’t here" text="Your wallet lists everything you have." />
    )
  if (story.loading)
    return (
      <div role="status" aria-label="Loading the earning">
        <Skeleton height={220} radius={14} />
      </div>
    )
  if (offline)
    return <EmptyState title="Not saved on this device" text="It opens when you’re online." />
  return <NotLoaded what="earning" list={story} />
}
