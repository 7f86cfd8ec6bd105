import { GearSixIcon } from '@phosphor-icons/react/GearSix'
import { useAtomValue, useSetAtom, useStore } from 'jotai'
import { useEffect, useState } from 'react'
import { markRead } from '#api/activity.ts'
import { quiet } from '#http/client.ts'
import { unreadAtom } from '#app/facts/facts.ts'
import { refreshFacts } from '#app/facts/follow-facts.ts'
import { useDialogParam } from '#app/dialog/use-dialog-param.ts'
import { noticesOpenAtom } from '#app/worker/notices-state.ts'
import type { ActivityItem } from '#contract/activity.ts'
import type { Group } from '#live/read/activity-copy.ts'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/dialog/modal.tsx'
import { TabPanel, Tabs } from '#ui/tabs.tsx'
import { toast } from '#ui/notices/toast.tsx'
import { paths } from '#paths.ts'
import { ActivityList } from './activity-list.tsx'
import css from './notifications.module.css'

const TABS: { id: Group; label: string }[] = [
  { id: 'all', label: 'All' },
  { id: 'clicks', label: 'Clicks' },
  { id: 'commission', label: 'Commissions' },
  { id: 'special', label: 'Special' },
]

/** Shows the notifications by group, while mounted. */
export function NotificationsDialog() {
  const store = useStore()
  const unread = useAtomValue(unreadAtom)
  const setOpen = useSetAtom(noticesOpenAtom)
  const { close } = useDialogParam('notifications')
  const [group, setGroup] = useState<Group>('all')
  const [marked, setMarked] = useState(0)
  // Zero while the server cannot be reached.
  const waiting = unread ? (group === 'all' ? unread.total : unread.groups[group]) : 0
  // Reload the list whenever the unread count changes.
  const version = marked + (unread?.total ?? 0)

  async function mark(what: Parameters<typeof markRead>[0]) {
    await markRead(what, quiet)
    await refreshFacts(store)
    setMarked((times) => times + 1)
  }

  useEffect(() => {
    setOpen(true)
    return () => setOpen(false)
  }, [setOpen])

  function openItem(item: ActivityItem) {
    if (!item.is_read) mark({ id: item.id }).catch(() => undefined)
  }

  const markAll = () =>
    void mark(group === 'all' ? {} : { group }).catch(() =>
      toast('Couldn’t mark as read. Check your connection.', { tone: 'problem' }),
    )

  return (
    <Modal
      title="Notifications"
      onClose={close}
      headerActions={
        <a
          className={`${css.settings} target`}
          href={paths.notificationSettings}
          aria-label="Notification settings"
          title="Notification settings"
        >
          <GearSixIcon size={22} aria-hidden />
        </a>
      }
      top={
        <Tabs
          name="notices"
          label="Notifications"
          className={css.tabs}
          tabs={TABS.map((tab) => ({ ...tab, count: countOf(tab.id) }))}
          selected={group}
          onSelect={setGroup}
        />
      }
      footer={
        <Button block disabled={waiting === 0} onClick={markAll}>
          {unread && waiting === 0
            ? 'Nothing unread'
            : `Mark ${group === 'all' ? 'all' : 'these'} as read`}
        </Button>
      }
    >
      <TabPanel name="notices" id={group} className={css.panel}>
        <ActivityList group={group} version={version} open={openItem} />
      </TabPanel>
    </Modal>
  )

  function countOf(id: Group): number | undefined {
    const number = unread && id !== 'all' ? unread.groups[id] : 0
    return number > 0 ? number : undefined
  }
}
