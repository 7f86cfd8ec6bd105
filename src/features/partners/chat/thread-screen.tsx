import { ChatsCircleIcon } from '@phosphor-icons/react/ChatsCircle'
import { DotsThreeIcon } from '@phosphor-icons/react/DotsThree'
import { FlagIcon } from '@phosphor-icons/react/Flag'
import { StorefrontIcon } from '@phosphor-icons/react/Storefront'
import { useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { percent } from '#app/formats.ts'
import { useLayoutFlags } from '#app/shell/layout.ts'
import { Screen } from '#app/shell/screen/screen.tsx'
import type { ChatChannel } from '#contract/partners/chat.ts'
import { useBrand } from '#features/partners/brands/brands.ts'
import { BrandLogo } from '#features/partners/brands/picture.tsx'
import { paths } from '#paths.ts'
import { IconButton } from '#ui/button.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { ReportDialog } from './report-dialog.tsx'
import css from './thread-screen.module.css'
import { Thread } from './thread.tsx'
import { useChannels, type useThread } from './use-chat.ts'

type ThreadProps = { channel: string; conversation: ReturnType<typeof useThread> }

/** Shows one conversation in the whole window. */
export function ThreadScreen({ channel, conversation }: ThreadProps) {
  const { row, answer } = conversation
  // Loads the list, which has the name of the conversation and its read position.
  useChannels()
  useLayoutFlags({ nav: false, fab: 'none' })
  return (
    <Screen
      title={row?.name ?? 'Messages'}
      freshness={answer}
      back={paths.chats}
      heading={
        <div className={css.head}>
          <OtherSide row={row} heading={(name) => <h1 className={css.name}>{name}</h1>} />
        </div>
      }
      actions={<ThreadMenu conversation={conversation} />}
      className={css.screen}
    >
      <Thread channel={channel} conversation={conversation} />
    </Screen>
  )
}

/** Shows one conversation beside the list. */
export function ThreadPane({ channel, conversation }: ThreadProps) {
  const { row } = conversation
  return (
    <section
      className={css.pane}
      aria-label={row ? `Conversation with ${row.name}` : 'Conversation'}
    >
      <div className={css.paneHead}>
        <OtherSide row={row} heading={(name) => <h2 className={css.name}>{name}</h2>} />
        <ThreadMenu conversation={conversation} />
      </div>
      <Thread channel={channel} conversation={conversation} />
    </section>
  )
}

export const NoneChosen = () => (
  <div className={css.pane} data-empty>
    <ChatsCircleIcon size={40} aria-hidden />
    <p>Choose a conversation.</p>
  </div>
)

/** Shows the name of the other side and, for a brand, its commission. */
function OtherSide({
  row,
  heading,
}: {
  row: ChatChannel | undefined
  heading: (name: string) => ReactNode
}) {
  const brand = useBrand(row?.organization?.uuid ?? null, { isSecondary: true }).value
  if (!row) return <div className={css.who}>{heading('Messages')}</div>
  return (
    <div className={css.who}>
      <BrandLogo name={row.name} src={row.organization?.logo_url ?? null} size={44} />
      <div className={css.names}>
        {heading(row.name)}
        {row.kind === 'support' && (
          <p className={`${css.about} hint`}>The people behind this site</p>
        )}
        {brand && (
          <p className={`${css.about} hint`}>
            Pays you <b className="money">{percent(brand.commission_percentage)}</b>
          </p>
        )}
      </div>
    </div>
  )
}

function ThreadMenu({ conversation: { row, thread } }: Pick<ThreadProps, 'conversation'>) {
  const navigate = useNavigate()
  const [reporting, setReporting] = useState(false)
  const brand = row?.organization?.uuid
  const receivedMessages = thread?.messages.filter(({ author }) => author === 'them') ?? []
  const items = [
    ...(brand === undefined
      ? []
      : [
          {
            label: 'See the brand',
            icon: StorefrontIcon,
            onSelect: () =>
              void navigate({ to: paths.brandPartner('$uuid'), params: { uuid: brand } }),
          },
        ]),
    ...(receivedMessages.length === 0
      ? []
      : [{ label: 'Report a message', icon: FlagIcon, onSelect: () => setReporting(true) }]),
  ]
  return (
    <>
      {items.length > 0 && (
        <Menu
          label="Conversation"
          items={items}
          trigger={(props) => (
            <IconButton {...props} label="More" icon={DotsThreeIcon} iconSize={24} />
          )}
        />
      )}
      {reporting && (
        <ReportDialog messages={receivedMessages} onClose={() => setReporting(false)} />
      )}
    </>
  )
}
