import type { ImageParams } from '#contract/links/short-link.ts'
import type { Upload, UploadKind } from '#contract/images/uploads.ts'

export type EditResult = {
  /** New upload. Undefined if the picture was uploaded before. */
  upload?: Upload
  fullParams: ImageParams
  thumbnailParams: ImageParams
}

export type PhotoEditorProps = {
  /** `uploaded`: the picture is already an upload of this user, so only crops are saved. */
  source: { file: File } | { url: string; uploaded: boolean } | null
  kind: UploadKind
  usedFor: 'collection' | 'link' | 'page' | 'avatar'
  fullParams?: ImageParams | null | undefined
  thumbnailParams?: ImageParams | null | undefined
  /** `full`: uses the whole window at any width. */
  view?: 'modal' | 'full'
  /** Whether the editor is an entry of the browser's history, which Back closes. */
  isEntry?: boolean
  /** Saves the result. The editor waits for it and shows errors; the caller closes the editor. */
  onSave: (edited: EditResult) => void | Promise<void>
  onCancel: () => void
}

/** Returns whether there is no shape to choose, because an avatar is square. */
export const isFastEdit = (usedFor: PhotoEditorProps['usedFor']) => usedFor === 'avatar'

/**
 * Returns whether full view and thumbnail are edited separately. Pages, links and avatars have one
 * crop.
 */
export const hasTabs = (usedFor: PhotoEditorProps['usedFor']) => usedFor === 'collection'
