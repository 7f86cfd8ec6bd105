import type { RecordedFields } from '../../platform/history/record.ts'
import { either, onlyChanged, type FieldWords } from '../../platform/history/words.ts'
import type { PageRow } from '../pages/page-rows.ts'

/** Fields of a page in its history, named as in an edit, and their columns. */
export const PAGE_FIELDS: RecordedFields<PageRow> = {
  title: 'title',
  description: 'description',
  slug: 'slug',
  image_upload_id: 'imageUploadId',
  image_params: 'imageParams',
  thumbnail_params: 'thumbnailParams',
  image_alt: 'imageAlt',
  theme: 'theme',
  accent: 'accent',
  is_published: 'isPublished',
  is_indexed: 'isIndexed',
  is_blocked: 'blockedAt',
}

/** Returns a value with a capital letter at its beginning. */
export const capitalized = (value: unknown) => {
  const text = String(value)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Words for the history of pages. */
export const PAGE_WORDS: Record<string, FieldWords> = {
  title: { label: 'Page name' },
  description: { label: 'About you' },
  slug: { label: 'Page address' },
  image_upload_id: onlyChanged('Picture'),
  image_params: onlyChanged('Crop of the picture'),
  thumbnail_params: onlyChanged('Square crop of the picture'),
  image_alt: { label: 'Image description' },
  theme: { label: 'Theme', text: capitalized },
  accent: { label: 'Accent', text: capitalized },
  is_published: either('Published', 'Yes', 'No'),
  is_indexed: either('Search engines', 'Shown', 'Hidden'),
  is_blocked: either('Operator', 'Blocked', 'Not blocked'),
}
