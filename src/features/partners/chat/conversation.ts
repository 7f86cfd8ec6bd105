import type { ChatMessage } from '#contract/chat.ts'
import { isMessage, type MessageChange } from '#mirror/outbox/message-change.ts'
import type { Entry } from '#mirror/outbox/entries.ts'
import { dayOf } from './times.ts'

export type WaitingMessage = Entry & { change: MessageChange }

/** One line of a conversation: a message that the server has, or one that is still on this device. */
export type Line = {
  key: string
  mine: boolean
  author: string
  text: string
  image: string | null
  at: number
  sequence: number | null
  waiting: WaitingMessage | null
  /** The next one is by somebody else, or much later: the time stands below. */
  endsGroup: boolean
  /** The one before is of the same group. */
  follows: boolean
}

export type Day = { day: string; at: number; lines: Line[] }

/** Messages that follow on one another so soon stand together. */
const GROUP_MS = 5 * 60_000

/** What waits of this channel; what was sent meanwhile is among the messages already. */
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

/** All of it by days, what waits at its end. */
export function daysOf(
  messages: readonly ChatMessage[],
  waiting: readonly WaitingMessage[],
): Day[] {
  const lines = grouped([...messages.map(sentLine), ...waiting.map(waitingLine)])
  const days: Day[] = []
  for (const line of lines) {
    const day = dayOf(line.at)
    const last = days.at(-1)
    // A device whose clock is slow must not put what waits under a day before.
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

function grouped(lines: Ungrouped[]): Line[] {
  const together = (a: Ungrouped | undefined, b: Ungrouped | undefined) =>
    a !== undefined &&
    b !== undefined &&
    a.mine === b.mine &&
    dayOf(a.at) === dayOf(b.at) &&
    Math.abs(b.at - a.at) < GROUP_MS
  return lines.map((line, index) => ({
    ...line,
    follows: together(lines[index - 1], line),
    endsGroup: !together(line, lines[index + 1]),
  }))
}
