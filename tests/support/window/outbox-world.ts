import { Dexie } from 'dexie'
import { toApiError } from '#http/error.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { databaseName } from '#mirror/store/database.ts'
import { MirrorDb } from '#mirror/store/db.ts'
import type { Change, Entry } from '#mirror/outbox/entries.ts'
import { isMessageChange } from '#mirror/outbox/message-change.ts'
import { putMessages } from '#mirror/chat/chat-rows.ts'
import { finish } from '#mirror/outbox/finish.ts'
import { runExclusively } from '#mirror/outbox/lock.ts'
import { overlayOf } from '#mirror/outbox/overlay.ts'
import { replay } from '#mirror/outbox/replay.ts'
import { acceptRemote, overwrite } from '#live/outbox/resolve.ts'
import { outcomeOf, perform, send, type Outcome } from '#mirror/outbox/send.ts'
import { discard, enqueue } from '#mirror/outbox/store.ts'
import { KITCHEN, LAMPS } from './chat.ts'
import { aLink } from './links-server.ts'
import { outboxServer, type NetworkState } from './outbox-server.ts'

export type Step =
  | { do: 'create'; tab: number; weather: NetworkState }
  | {
      do: 'rename' | 'tag' | 'group' | 'join' | 'say'
      tab: number
      which: number
      weather: NetworkState
    }
  | { do: 'remove'; which: number }
  | { do: 'elsewhere'; which: number; field: 'name' | 'utm_source' }
  /** One or both tabs send the queue. A `killed` tab stops in the middle. */
  | { do: 'run'; tabs: 1 | 2; weather: NetworkState[]; killed: boolean; locked: boolean }

class Killed extends Error {}
const HOUR = 60 * 60 * 1000

/** Two conversations, whose messages have no order between them. */
export const CHANNELS = [KITCHEN, LAMPS]

const BARE = { seq: -1, title: '', queuedAt: 0, tries: 0, state: 'waiting' } as const

/** Simulated device with two tabs, its user and a server. */
export class OutboxWorld {
  readonly tabs: MirrorDb[] = []
  readonly server = outboxServer(() => this.networkStates.shift() ?? 'good')
  networkStates: NetworkState[] = []
  skew = 0
  words = 0
  /** Changes by the user that the server has accepted or will accept, in order, with their keys. */
  readonly userChanges: { key: string; change: Change }[] = []
  /** Last value written by others, by `uuid field`. */
  readonly othersValues = new Map<string, string>()

  constructor(readonly uuid: string) {
    this.open()
    for (const name of ['first', 'second', 'third']) this.server.putLink(aLink(name))
  }

  open() {
    for (const at of [0, 1]) {
      this.tabs[at]?.close()
      this.tabs[at] = new MirrorDb(databaseName(this.uuid))
    }
  }

  tab = (at: number) => this.tabs[at] as MirrorDb

  async start() {
    const rows = [...this.server.links.values()]
    await this.tab(0).links.bulkPut(rows.map((row) => ({ ...row, list: 'links' })))
  }

  /** Returns the links as the screen shows them. */
  async shown(): Promise<ShortLink[]> {
    const [rows, entries] = await Promise.all([
      this.tab(0).links.toArray(),
      this.tab(0).outbox.toArray(),
    ])
    const over = overlayOf(entries)
    return [...rows.map(over.link), ...over.newLinks].sort((a, b) => (a.uuid < b.uuid ? -1 : 1))
  }

  async groups() {
    const over = overlayOf(await this.tab(0).outbox.toArray())
    const rows = await this.tab(0).collections.toArray()
    return [...rows.flatMap((row) => over.collection(row) ?? []), ...over.newCollections]
  }

  word = () => `word ${(this.words += 1)}`

  async changeOf(step: Step): Promise<Change | undefined> {
    if (step.do === 'create')
      return {
        kind: 'create-link',
        link: crypto.randomUUID(),
        body: { url: `http://shop.example/${this.word()}` },
      }
    if (!('which' in step)) return undefined
    if (step.do === 'say') {
      const channel = CHANNELS[step.which % CHANNELS.length] ?? ''
      return { kind: 'send-message', channel, text: this.word(), upload: null, image: null }
    }
    const [links, groups] = [await this.shown(), await this.groups()]
    const link = links[step.which % links.length]
    const group = groups[step.which % Math.max(1, groups.length)]
    if (!link) return undefined
    switch (step.do) {
      case 'rename':
        return {
          kind: 'edit-link',
          link: link.uuid,
          edit: { name: this.word() },
          base: { name: link.name },
        }
      case 'tag':
        return { kind: 'tag-links', links: [link.uuid], tags: [this.word()], mode: 'add' }
      case 'group':
        return {
          kind: 'create-collection',
          collection: crypto.randomUUID(),
          type: 'regular',
          body: { name: this.word() },
        }
      default:
        return (
          group && {
            kind: 'add-links',
            collection: group.uuid,
            name: group.name,
            links: [link.uuid],
          }
        )
    }
  }

  /**
   * Writes a change as a tab does: to the server unless earlier changes are queued, and to the
   * queue if that fails.
   */
  async write(at: number, change: Change, sky: NetworkState) {
    const key = crypto.randomUUID()
    this.userChanges.push({ key, change })
    const db = this.tab(at)
    // Messages are always queued and sent by the next run.
    if (!isMessageChange(change) && (await db.outbox.count()) === 0) {
      this.networkStates = [sky]
      try {
        const answer = await perform(change, key)
        await finish(db, { ...BARE, key, change }, answer)
        // Reload the collection names of links after a change of collections, as the app does.
        return await ('collection' in change ? this.refreshNames() : undefined)
      } catch (error) {
        const outcome = outcomeOf(toApiError(error), change)
        // The form shows the error. The change was never confirmed.
        if (outcome.type === 'refused' || outcome.type === 'conflict') return this.forget(key)
      }
    }
    await enqueue(db, { key, change, title: '' })
  }

  forget(key: string) {
    const at = this.userChanges.findIndex((wish) => wish.key === key)
    if (at >= 0) this.userChanges.splice(at, 1)
  }

  /** Sends the queue. Without the lock, as when its lease expired while the tab slept. */
  async run(at: number, { killed, locked }: { killed: boolean; locked: boolean }) {
    let left = killed ? 1 + (this.words % 3) : Number.POSITIVE_INFINITY
    const sending = async (entry: Entry): Promise<Outcome> => {
      const outcome = await send(entry)
      if ((left -= 1) <= 0) throw new Killed()
      return outcome
    }
    this.skew += HOUR
    const replayDeps = {
      db: this.tab(at),
      send: sending,
      isStillSignedIn: async () => true,
      now: () => Date.now() + this.skew,
    }
    try {
      const work = () => replay(replayDeps, { eager: true })
      return await (locked ? runExclusively(this.tab(at), work, `tab ${at}`) : work())
    } catch (error) {
      if (!(error instanceof Killed)) throw error
      return undefined
    }
  }

  async step(step: Step) {
    switch (step.do) {
      case 'run':
        this.networkStates = [...step.weather]
        await Promise.all([0, 1].slice(0, step.tabs).map((at) => this.run(at, step)))
        if (step.killed) this.open()
        return undefined
      case 'elsewhere':
        return this.elsewhere(step)
      case 'remove': {
        const entries = await this.tab(0).outbox.toArray()
        const entry = entries[step.which % Math.max(1, entries.length)]
        if (entry) await discard(this.tab(0), entry)
        return undefined
      }
      default: {
        const change = await this.changeOf(step)
        return change && this.write(step.tab, change, step.weather)
      }
    }
  }

  elsewhere({ which, field }: Extract<Step, { do: 'elsewhere' }>) {
    const links = [...this.server.links.values()]
    const link = links[which % links.length]
    if (!link) return
    const value = this.word()
    this.server.putLink(link, { [field]: value })
    this.othersValues.set(`${link.uuid} ${field}`, value)
  }

  /** Restores the network and answers every question with this choice. */
  async settle(answer: 'mine' | 'latest') {
    this.networkStates = []
    for (let round = 0; round < 30; round += 1) {
      await this.run(0, { killed: false, locked: true })
      const entries = await this.tab(0).outbox.toArray()
      if (entries.length === 0) return
      for (const entry of entries) await this.decide(entry, answer)
    }
    throw new Error('the outbox is not empty')
  }

  async decide(entry: Entry, answer: 'mine' | 'latest') {
    if (entry.state === 'refused') return discard(this.tab(0), entry)
    if (entry.state !== 'conflict') return undefined
    if (answer === 'latest') return acceptRemote(this.tab(0), entry)
    return overwrite(this.tab(0), entry)
  }

  /** Reloads the lists, including changes by others. */
  async refresh() {
    const rows = [...this.server.links.values()]
    await this.tab(0).links.bulkPut(rows.map((row) => ({ ...row, list: 'links' })))
    await this.tab(0).collections.bulkPut([...this.server.collections.values()])
    await putMessages(this.tab(0), [...this.server.said.values()].flat())
  }

  async refreshNames() {
    for (const { uuid, regular_collection_names } of this.server.links.values())
      await this.tab(0).links.update(uuid, { regular_collection_names })
  }

  /** Returns the state that the server must have, computed from the user's changes in order. */
  async expected() {
    const notes = await this.tab(0).outboxNotes.toArray()
    const made = new Map(
      notes.map(({ name, value }) => [name.slice('alias '.length), String(value)]),
    )
    const real = (uuid: string) => made.get(uuid) ?? uuid
    const names = new Map<string, string>()
    const tags = new Map<string, string[]>()
    for (const { change } of this.userChanges) {
      if (change.kind === 'edit-link') names.set(real(change.link), change.edit.name ?? '')
      if (change.kind === 'tag-links')
        for (const uuid of change.links.map(real))
          tags.set(uuid, [...(tags.get(uuid) ?? []), ...change.tags])
    }
    return { names, tags }
  }

  /** Returns the messages of a channel in the order in which the user wrote them. */
  userMessages = (channel: string): string[] =>
    this.userChanges.flatMap(({ change }) =>
      isMessageChange(change) && change.channel === channel ? [change.text] : [],
    )

  /** Returns the values written by others that the user has replaced without being asked. */
  overwrittenValues(): string[] {
    return [...this.othersValues].flatMap(([place, value]) => {
      const [uuid = '', field = ''] = place.split(' ')
      const link = this.server.links.get(uuid)
      if (field === 'utm_source') return link?.utm_source === value ? [] : [place]
      // The user's own name is fine: chosen over theirs, or typed after seeing it.
      const isOwn = this.userChanges.some(
        ({ change }) => change.kind === 'edit-link' && change.edit.name === link?.name,
      )
      return link?.name === value || isOwn ? [] : [place]
    })
  }

  async end() {
    for (const db of this.tabs) db.close()
    await Dexie.delete(databaseName(this.uuid))
  }
}
