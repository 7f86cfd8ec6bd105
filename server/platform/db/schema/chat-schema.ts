import { sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import { userColumn, userKey } from './accounts-schema.ts'
import { brands } from './brands-schema.ts'
import { counter, moment, now, serialKey, text, uuidKey, uuidParent } from '../columns.ts'
import { uploadColumn } from './uploads-schema.ts'
import { campaigns } from './promotions-schema.ts'

/** Side of a channel. `person` is the user; `other` is the brand or support. */
export type ChatSide = 'person' | 'other'

/**
 * Channel between a user and a brand or support, one per pair. Numbering a message locks this row.
 */
export const chatChannels = pg.pgTable(
  'chat_channels',
  {
    id: uuidKey(),
    userId: userColumn(),
    /** Null for support. */
    brandId: pg.uuid('brand_id').references(() => brands.id, { onDelete: 'cascade' }),
    lastSequence: pg.integer('last_sequence').notNull().default(0),
    /** Number of the last message that each side has read. */
    personRead: pg.integer('person_read').notNull().default(0),
    otherRead: pg.integer('other_read').notNull().default(0),
    otherReadAt: moment('other_read_at'),
    /**
     * Time when the other side's message allowance of this channel would be used up (see
     * chat-pace.ts).
     */
    otherSpentAt: moment('other_spent_at'),
    /** Campaign whose Apply button opened the channel, until the user sends a message. */
    applyingTo: pg.integer('applying_to').references(() => campaigns.id, { onDelete: 'set null' }),
    createdAt: now('created_at'),
    /** Time of the latest message, or of the creation of the channel. */
    updatedAt: now('updated_at'),
  },
  (t) => [
    pg.uniqueIndex('chat_channels_brand').on(t.userId, t.brandId),
    pg
      .uniqueIndex('chat_channels_support')
      .on(t.userId)
      .where(sql`${t.brandId} is null`),
    pg.index('chat_channels_of_brand').on(t.brandId, t.updatedAt.desc()),
  ],
)

export const chatMessages = pg.pgTable(
  'chat_messages',
  {
    id: uuidKey(),
    channelId: uuidParent('channel_id', () => chatChannels.id),
    /** Number of the message in its channel: 1, 2, 3 … without gaps. */
    sequence: pg.integer('sequence').notNull(),
    author: pg.text('author').$type<ChatSide>().notNull(),
    text: text('text'),
    uploadId: uploadColumn('upload_id'),
    /** File name in the media store. The file is kept even if the upload is deleted. */
    imageKey: pg.text('image_key'),
    /** Idempotency key of the author's request. One key creates one message. */
    key: pg.text('key'),
    /** Campaign that the message applies to: the user's first message after Apply. */
    campaignId: pg.integer('campaign_id').references(() => campaigns.id, { onDelete: 'set null' }),
    createdAt: now('created_at'),
  },
  (t) => [
    pg.uniqueIndex('chat_messages_sequence').on(t.channelId, t.sequence),
    pg
      .uniqueIndex('chat_messages_key')
      .on(t.channelId, t.author, t.key)
      .where(sql`${t.key} is not null`),
    pg.index('chat_messages_upload').on(t.uploadId),
    pg
      .index('chat_messages_campaign')
      .on(t.campaignId)
      .where(sql`${t.campaignId} is not null`),
    pg.check('chat_messages_said', sql`${t.text} <> '' or ${t.imageKey} is not null`),
  ],
)

/** Users who chat, one row each. Numbering an event locks this row. */
export const chatPeople = pg.pgTable('chat_people', {
  userId: userKey(),
  lastEvent: counter('last_event'),
  /** Time when the user's message allowance would be used up (see chat-pace.ts). */
  spentAt: moment('spent_at'),
})

export type ChatEventKind = 'message' | 'read' | 'channel'

/**
 * Events of a user's stream, stored by id; the content is read when an event is sent. Kept for some
 * days.
 */
export const chatEvents = pg.pgTable(
  'chat_events',
  {
    userId: userColumn(),
    /** Number of the event for the user: 1, 2, 3 … in the order of the commits. */
    number: pg.bigint('number', { mode: 'number' }).notNull(),
    kind: pg.text('kind').$type<ChatEventKind>().notNull(),
    channelId: uuidParent('channel_id', () => chatChannels.id),
    /** Number of the message, if the event is about one. */
    sequence: pg.integer('sequence'),
    createdAt: now('created_at'),
  },
  (t) => [
    pg.primaryKey({ columns: [t.userId, t.number] }),
    pg.index('chat_events_channel').on(t.channelId),
    pg.index('chat_events_age').on(t.createdAt),
  ],
)

/** Open streams with their process. A row counts while its process is alive (see presence.ts). */
export const chatStreams = pg.pgTable(
  'chat_streams',
  {
    userId: userColumn(),
    process: pg.uuid('process').notNull(),
  },
  (t) => [
    pg.primaryKey({ columns: [t.userId, t.process] }),
    pg.index('chat_streams_process').on(t.process),
  ],
)

/** Messages reported to the operator, at most once per message and side. */
export const chatReports = pg.pgTable(
  'chat_reports',
  {
    id: serialKey(),
    messageId: uuidParent('message_id', () => chatMessages.id),
    by: pg.text('by').$type<ChatSide>().notNull(),
    reason: text('reason'),
    createdAt: now('created_at'),
  },
  (t) => [pg.uniqueIndex('chat_reports_once').on(t.messageId, t.by)],
)
