import { PageHead, shownMinute } from '../../../platform/html/parts.tsx'
import { formatCents } from '../../../platform/money.ts'
import { countOf } from '../../payout-texts.ts'
import { ActionForm } from '../actions/action-form.tsx'
import type { Visit } from '../frame/console-session.ts'
import { ConsolePage } from '../frame/layout.tsx'
import { PayoutTable } from './payout-table.tsx'
import { batchState, ChooseForm } from './payouts-page.tsx'
import type { BatchView } from './payouts.ts'

type Props = { visit: Visit; view: BatchView; hasPaypal: boolean }

export const BatchPage = ({ visit, view, hasPaypal }: Props) => {
  const { batch, payouts, cents } = view
  const title = `Batch ${batch.id}`
  const about = `${shownMinute(batch.createdAt)}, ${countOf(payouts)}, ${formatCents(Number(cents))}`
  const to = {
    visit,
    subject: `batch ${batch.id}`,
    back: `/console/money/payouts/batches/${batch.id}`,
  }
  return (
    <ConsolePage visit={visit} screen="money" title={title}>
      <PageHead
        back={{ href: '/console/money/payouts', text: 'Payouts' }}
        title={title}
        text={`${about}. ${batchState(view)}.`}
      >
        {batch.method !== 'paypal' && (
          <ActionForm {...to} action="payout.export" name={DOWNLOADS[batch.method]} />
        )}
        {hasPaypal && batch.method !== 'hand' && (
          <ActionForm {...to} action="payout.send" name={SENDS[batch.method]} />
        )}
      </PageHead>
      <PayoutTable
        label={title}
        payouts={payouts}
        form="choose"
        isChosen={({ state }) => state === 'processing' && batch.method !== 'paypal'}
      />
      <ChooseForm />
    </ConsolePage>
  )
}

const DOWNLOADS = { hand: 'Download the file', open: 'Pay by hand and download the file' }
const SENDS = { open: 'Send through PayPal', paypal: 'Ask PayPal again' }
