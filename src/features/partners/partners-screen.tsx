import { useNavigate } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { invitationsAtom } from '#app/facts/facts.ts'
import { chatAtom } from '#app/shell/chat.ts'
import { Screen } from '#app/shell/screen/screen.tsx'
import type { Freshness } from '#app/status/freshness.ts'
import { paths } from '#paths.ts'
import { TabPanel, Tabs } from '#ui/tabs.tsx'
import css from './partners-screen.module.css'

export type PartnersTab = 'chat' | 'connections'

type PartnersScreenProps = {
  tab: PartnersTab
  freshness: Freshness
  children: ReactNode
}

const NAME = 'partners'
const TAB_PATHS = { chat: paths.chats, connections: paths.connections } as const

/** Shows the tabs Chat and Connections, each with its own address. */
export function PartnersScreen({ tab, freshness, children }: PartnersScreenProps) {
  const navigate = useNavigate()
  const unread = useAtomValue(chatAtom)?.unread ?? 0
  const invitations = useAtomValue(invitationsAtom)
  const tabs = [
    { id: 'chat', label: 'Chat', count: unread || undefined, countNoun: 'unread' },
    { id: 'connections', label: 'Connections', count: invitations || undefined },
  ] as const
  return (
    <Screen title="Partners" freshness={freshness}>
      <Tabs
        name={NAME}
        label="Partners"
        tabs={tabs}
        selected={tab}
        onSelect={(id) => void navigate({ to: TAB_PATHS[id], resetScroll: false })}
        className={css.tabs}
      />
      <TabPanel name={NAME} id={tab} className={css.panel}>
        {children}
      </TabPanel>
    </Screen>
  )
}
