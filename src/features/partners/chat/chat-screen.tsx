import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Banner } from '#ui/notices/banner.tsx'
import { useWide } from '#ui/use-media.ts'
import { PartnersScreen } from '#features/partners/partners-screen.tsx'
import { ChannelList } from './channel-list.tsx'
import css from './chat-screen.module.css'
import { NoneChosen, ThreadPane, ThreadScreen } from './thread-screen.tsx'
import { useChannels, useThread } from './use-chat.ts'

/** Shows the list and one conversation side by side on wide screens, otherwise one of the two. */
export function ChatScreen() {
  const { channel }: { channel?: string } = useParams({ strict: false })
  return channel === undefined ? <Channels /> : <Conversation key={channel} channel={channel} />
}

const NOT_FOUND_STATUSES = [400, 404]

/** Shows one conversation, or the list with a notice if the conversation does not exist. */
function Conversation({ channel }: { channel: string }) {
  const wide = useWide('chat')
  const conversation = useThread(channel)
  const { error } = conversation.answer
  if (error && NOT_FOUND_STATUSES.includes(Number(error.status))) return <Channels missing />
  if (!wide) return <ThreadScreen channel={channel} conversation={conversation} />
  return (
    <Channels current={channel}>
      <ThreadPane channel={channel} conversation={conversation} />
    </Channels>
  )
}

type ChannelsProps = { current?: string; missing?: boolean; children?: ReactNode }

function Channels({ current, missing = false, children }: ChannelsProps) {
  const wide = useWide('chat')
  const channels = useChannels()
  const hasSome = (channels.rows?.length ?? 0) > 0
  return (
    <PartnersScreen tab="chat" freshness={channels.answer}>
      <div className={css.list} data-beside={(wide && hasSome) || undefined}>
        {missing && (
          <div className={css.missing}>
            <Banner tone="warn">
              <b>This conversation isn’t available.</b> It may belong to someone else.
            </Banner>
          </div>
        )}
        <ChannelList channels={channels} current={current} />
      </div>
      {wide && (children ?? (hasSome && <NoneChosen />))}
    </PartnersScreen>
  )
}
