import type { ChatMessage } from '#contract/partners/chat.ts'
import { isMessage, type MessageChange } from '#mirror/outbox/message-change.ts'
import type { Entry } from '#mirror/outbox/entries.ts'
import { dayOf } from './times.ts'

export type WaitingMessage = Entry & { change: MessageChange }

/** Message in a conversation: stored by the server, or still unsent on this device. */
export type Line = {
  key: string
  mine: boolean
  author: string
  text: string
  image: string | null
  at: number
  sequence: number | null
  waiting: WaitingMessage | null
  /**
   * Whether the next message has another author or comes much later. The time is shown below this
   * one.
   */
  endsGroup: boolean
  /** Whether the previous message belongs to the same group. */
  follows: boolean
}

export type Day = { day: string; at: number; lines: Line[] }

/** Maximum time between two messages of a group. */
const GROUP_MS = 5 * 60_000

/** Returns the unsent messages of this channel, without those that have arrived meanwhile. */
export function waitingIn(
  entries: readonly Entry[],
  channel: string,
  sent: readonly ChatMessage[] = [],
): WaitingMessage[] {
  const keys = new Set(sent.map(({ key }) => key))
  return entries
    .filter(isMessage)
    .filter(({ key, change }) => change.channel === channel && !keys.has(key))
}

/** Returns all messages by day, unsent ones at the end. */
export function daysOf(
  messages: readonly ChatMessage[],
  waiting: readonly WaitingMessage[],
): Day[] {
  const lines = groupLines([...messages.map(sentLine), ...waiting.map(waitingLine)])
  const days: Day[] = []
  for (const line of lines) {
    const day = dayOf(line.at)
    const last = days.at(-1)
    // If this device's clock is slow, unsent messages still belong to the last day.
    if (last && (last.day === day || line.at < last.at)) last.lines.push(line)
    else days.push({ day, at: line.at, lines: [line] })
  }
  return days
}

type Ungrouped = Omit<Line, 'endsGroup' | 'follows'>

const sentLine = (message: ChatMessage): Ungrouped => ({
  key: message.key ?? message.id,
  mine: message.author === 'me',
  author: message.author_name,
  text: message.text,
  image: message.image_url,
  at: Date.parse(message.created_at),
  sequence: message.sequence,
  waiting: null,
})

const waitingLine = (entry: WaitingMessage): Ungrouped => ({
  key: entry.key,
  mine: true,
  author: '',
  text: entry.change.text,
  image: entry.change.image,
  at: entry.queuedAt,
  sequence: null,
  waiting: entry,
})

function groupLines(lines: Ungrouped[]): Line[] {
  const isSameGroup = (a: Ungrouped | undefined, b: Ungrouped | undefined) =>
    a !== undefined &&
    b !== undefined &&
    a.mine === b.mine &&
    dayOf(a.at) === dayOf(b.at) &&
    Math.abs(b.at - a.at) < GROUP_MS
  return lines.map((line, index) => ({
    ...line,
    follows: isSameGroup(lines[index - 1], line),
    endsGroup: !isSameGroup(line, lines[index + 1]),
  }))
}
