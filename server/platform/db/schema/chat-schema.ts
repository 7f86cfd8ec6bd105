import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  serial,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from './accounts-schema.ts'
import { brands } from './brands-schema.ts'
import { counter, moment, now } from '../columns.ts'
import { uploads } from './uploads-schema.ts'
import { campaigns } from './promotions-schema.ts'

/** `person`: whose channel it is. `other`: the brand, or support. */
export type ChatSide = 'person' | 'other'

/**
 * A person and a brand, or a person and support: one channel a pair. Its row is the lock under which
 * messages get their numbers.
 */
export const chatChannels = pgTable(
  'chat_channels',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null: support. */
    brandId: uuid('brand_id').references(() => brands.id, { onDelete: 'cascade' }),
    lastSequence: integer('last_sequence').notNull().default(0),
    /** Up to which each side has read. */
    personRead: integer('person_read').notNull().default(0),
    otherRead: integer('other_read').notNull().default(0),
    otherReadAt: moment('other_read_at'),
    /** When the other side would have used up its messages of this channel (see chat-pace.ts). */
    otherSpentAt: moment('other_spent_at'),
    /** The campaign whose Apply opened it, until the person writes. */
    applyingTo: integer('applying_to').references(() => campaigns.id, { onDelete: 'set null' }),
    createdAt: now('created_at'),
    /** Of the latest message, or of its beginning. */
    updatedAt: now('updated_at'),
  },
  (t) => [
    uniqueIndex('chat_channels_brand').on(t.userId, t.brandId),
    uniqueIndex('chat_channels_support')
      .on(t.userId)
      .where(sql`${t.brandId} is null`),
    index('chat_channels_of_brand').on(t.brandId, t.updatedAt.desc()),
  ],
)

export const chatMessages = pgTable(
  'chat_messages',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    channelId: uuid('channel_id')
      .notNull()
      .references(() => chatChannels.id, { onDelete: 'cascade' }),
    /** 1, 2, 3 … of its channel, without gaps. */
    sequence: integer('sequence').notNull(),
    author: text('author').$type<ChatSide>().notNull(),
    text: text('text').notNull(),
    uploadId: integer('upload_id').references(() => uploads.id, { onDelete: 'set null' }),
    /** File name in the media store; it outlives the upload. */
    imageKey: text('image_key'),
    /** Under which its author sent it: one key, one message. */
    key: text('key'),
    /** What it applies to: the first that a person wrote after Apply (D-57). */
    campaignId: integer('campaign_id').references(() => campaigns.id, { onDelete: 'set null' }),
    createdAt: now('created_at'),
  },
  (t) => [
    uniqueIndex('chat_messages_sequence').on(t.channelId, t.sequence),
    uniqueIndex('chat_messages_key')
      .on(t.channelId, t.author, t.key)
      .where(sql`${t.key} is not null`),
    index('chat_messages_upload').on(t.uploadId),
    index('chat_messages_campaign')
      .on(t.campaignId)
      .where(sql`${t.campaignId} is not null`),
    check('chat_messages_said', sql`${t.text} <> '' or ${t.imageKey} is not null`),
  ],
)

/** One row a person who chats: the lock under which their events get their numbers. */
export const chatPeople = pgTable('chat_people', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  lastEvent: counter('last_event'),
  /** When they would have used up what they may send (see chat-pace.ts). */
  spentAt: moment('spent_at'),
})

export type ChatEventKind = 'message' | 'read' | 'channel'

/** What a stream tells a person, by id: the rest is read when it is told. Kept for some days. */
export const chatEvents = pgTable(
  'chat_events',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** 1, 2, 3 … of the person, in the order of the commits. */
    number: bigint('number', { mode: 'number' }).notNull(),
    kind: text('kind').$type<ChatEventKind>().notNull(),
    channelId: uuid('channel_id')
      .notNull()
      .references(() => chatChannels.id, { onDelete: 'cascade' }),
    /** Of the message, where it is one. */
    sequence: integer('sequence'),
    createdAt: now('created_at'),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.number] }),
    index('chat_events_channel').on(t.channelId),
    index('chat_events_age').on(t.createdAt),
  ],
)

/** Who has a stream open, and in which process. A row counts while that process lives (see presence.ts). */
export const chatStreams = pgTable(
  'chat_streams',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    process: uuid('process').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.process] }),
    index('chat_streams_process').on(t.process),
  ],
)

/** A message that one side finds wrong, for the operator. One a message and side. */
export const chatReports = pgTable(
  'chat_reports',
  {
    id: serial('id').primaryKey(),
    messageId: uuid('message_id')
      .notNull()
      .references(() => chatMessages.id, { onDelete: 'cascade' }),
    by: text('by').$type<ChatSide>().notNull(),
    reason: text('reason').notNull(),
    createdAt: now('created_at'),
  },
  (t) => [uniqueIndex('chat_reports_once').on(t.messageId, t.by)],
)
