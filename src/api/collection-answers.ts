import { Collection } from '#contract/collections.ts'
import { bareOrResult, parseRows, withDefaults } from './list-answers.ts'

/** Defaults for fields that a server of another version leaves out or sends differently. */
const defaults: Omit<Collection, 'uuid'> = {
  type: 'regular',
  name: '',
  image_url: null,
  image_upload_id: null,
  image_params: null,
  thumbnail_params: null,
  thumbnail_url: null,
  layout: 'list',
  section_title: null,
  link_count: 0,
  links: [],
  link_uuids: null,
  rule: null,
  position: 0,
  created_at: '1970-01-01T00:00:00.000Z',
  updated_at: '1970-01-01T00:00:00.000Z',
}

const CollectionAnswer = withDefaults(Collection.entries, defaults)

export const readCollections = (items: unknown[]): Collection[] =>
  parseRows(CollectionAnswer, items)

export const OneCollectionAnswer = bareOrResult(CollectionAnswer)
