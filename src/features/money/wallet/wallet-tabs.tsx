import { useLocation, useNavigate } from '@tanstack/react-router'
import { useDialogParam } from '#app/dialog/use-dialog-param.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { TabPanel, Tabs } from '#ui/tabs.tsx'
import { EarningList } from './earnings/earning-list.tsx'
import { EarningSheet } from './earnings/earning-sheet.tsx'
import { MissingSheet } from './missing/missing-sheet.tsx'
import { RequestList } from './requests/request-list.tsx'
import { RequestSheet } from './requests/request-sheet.tsx'
import css from './wallet-screen.module.css'
import { useEarnings, useRequests } from './wallet.ts'

const TABS = [
  { id: 'requests', label: 'My requests', path: paths.walletRequests },
  { id: 'available', label: 'Available', path: paths.availableEarnings },
  { id: 'pending', label: 'Pending', path: paths.pendingEarnings },
] as const

type TabId = (typeof TABS)[number]['id']

const NAME = 'wallet'

/** Returns the tab in the address and the lists of all tabs. */
export function useWalletTabs() {
  const { pathname } = useLocation()
  const selected: TabId = TABS.find(({ path }) => path === pathname)?.id ?? 'requests'
  const requests = useRequests(selected === 'requests')
  const available = useEarnings('available_earnings', selected === 'available')
  const pending = useEarnings('pending_earnings', selected === 'pending')
  const list = { requests, available, pending }[selected]
  return { selected, requests, available, pending, list }
}

type WalletTabsState = ReturnType<typeof useWalletTabs>

export function WalletTabs({ tabs }: { tabs: WalletTabsState }) {
  const { selected } = tabs
  const navigate = useNavigate()
  function select(id: TabId) {
    const to = TABS.find((tab) => tab.id === id)?.path
    if (to) void navigate({ to, resetScroll: false })
  }
  return (
    <div className={css.panel}>
      <Tabs
        name={NAME}
        label="Wallet"
        tabs={TABS}
        selected={selected}
        onSelect={select}
        className={css.tabs}
      />
      <TabPanel name={NAME} id={selected}>
        {selected === 'requests' ? <Requests tabs={tabs} /> : <Earnings tabs={tabs} />}
      </TabPanel>
    </div>
  )
}

function Requests({ tabs: { requests } }: { tabs: WalletTabsState }) {
  const sheet = useDialogParam('request')
  return (
    <>
      <RequestList requests={requests} open={({ id }) => sheet.open(String(id))} />
      {sheet.value !== undefined && (
        <RequestSheet
          key={sheet.value}
          id={sheet.value}
          listed={requests.value?.items.find(({ id }) => String(id) === sheet.value)}
          onClose={sheet.close}
        />
      )}
    </>
  )
}

function Earnings({ tabs: { selected, list, available, pending } }: { tabs: WalletTabsState }) {
  const sheet = useDialogParam('earning')
  const missing = useDialogParam('missing')
  const earnings = selected === 'available' ? available : pending
  return (
    <>
      <EarningList
        key={selected}
        name={selected === 'available' ? 'Available earnings' : 'Pending earnings'}
        earnings={earnings}
        empty={selected === 'available' ? NOTHING_READY : NOTHING_PENDING}
        open={({ id }) => sheet.open(String(id))}
      />
      <p className={css.missing}>
        <Button aria-haspopup="dialog" onClick={() => missing.open('')}>
          A sale is missing
        </Button>
      </p>
      {missing.value !== undefined && <MissingSheet onClose={missing.close} />}
      {sheet.value !== undefined && (
        <EarningSheet
          key={sheet.value}
          id={sheet.value}
          listed={earnings.value?.items.find(({ id }) => String(id) === sheet.value)}
          onClose={sheet.close}
          changed={() => void list.refresh()}
        />
      )}
    </>
  )
}

const NOTHING_READY = {
  title: 'Nothing ready yet',
  text: 'A commission is ready once the brand has approved and paid it.',
}
const NOTHING_PENDING = {
  title: 'Nothing pending',
  text: 'New sales appear here until the brand approves them.',
}
