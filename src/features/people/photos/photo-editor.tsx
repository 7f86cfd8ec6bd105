import { Suspense, useRef, useState } from 'react'
import { EDITOR_HEIGHT_PX, UPLOAD_ACCEPT } from '#contract/images/uploads.ts'
import { useInstagramAccount } from '#features/people/connected-accounts/accounts.ts'
import { FileInput } from '#ui/fields/file-input.tsx'
import { lazyPart } from '#ui/loading/lazy-part.tsx'
import { TabPanel, Tabs } from '#ui/tabs.tsx'
import './cropper.css'
import { CropStage } from './crop-stage.tsx'
import { CropTools } from './crop-tools.tsx'
import { chooseRatio, flip, isSameCut, openCrops, reset, type Crops } from './crops.ts'
import { EditorDialog } from './editor-dialog.tsx'
import { EditorFooter } from './editor-footer.tsx'
import { hasTabs, isFastEdit, type PhotoEditorProps } from './editor-props.ts'
import { EmptyStage, LoadingStage } from './empty-stage.tsx'
import styles from './photo-editor.module.css'
import { ratioValue } from './ratios.ts'
import { ThumbnailPreview } from './thumbnail-preview.tsx'
import { useCrops, type CropName } from './use-crops.ts'
import { useLeaving } from './use-leaving.ts'
import { useTemporaryError } from './use-passing-error.ts'
import { usePicture } from './use-picture.ts'
import { useSaving } from './use-saving.ts'

const MediaPicker = lazyPart(
  async () => (await import('#features/people/connected-accounts/media-picker.tsx')).MediaPicker,
)

const TABS = [
  { id: 'thumbnail', label: 'Thumbnail' },
  { id: 'full', label: 'Full View' },
] as const satisfies { id: CropName; label: string }[]

const HINTS = {
  thumbnail: 'Thumbnails are always square. Ratios are for Full View.',
  full: 'The thumbnail follows this crop. Fine-tune it in the Thumbnail tab.',
  only: 'Lists show the middle of this crop.',
  avatar: 'Your picture is always square; most places show it round.',
}

/** Crops a picture and uploads it if it is new. Open while mounted. */
export function PhotoEditor(props: PhotoEditorProps) {
  const { source, usedFor, view = 'modal', fullParams, thumbnailParams, onCancel } = props
  const [error, showError] = useTemporaryError()
  const { crops, set, settle, moved, change } = useCrops()
  const [opened, setOpened] = useState<Crops>()
  const { picture, loading, choose, chooseFrom } = usePicture(source, {
    onOpen: (picture) => {
      const first = openCrops(picture, saved(picture.isChosen))
      set(first)
      setOpened(first)
    },
    onError: showError,
  })
  const { saving, save, cancelUpload } = useSaving({ ...props, onError: showError })
  const [tab, setTab] = useState<CropName>('thumbnail')
  const instagram = useInstagramAccount()
  const [picking, setPicking] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const tabbed = hasTabs(usedFor)
  const fast = isFastEdit(usedFor)
  const cutting = tabbed ? tab : fast ? 'thumbnail' : 'full'
  const busy = loading || saving !== undefined

  const isCut = picture && crops && opened && !isSameCut(crops, opened, picture)
  const leave = useLeaving(picture?.isChosen || isCut || false, props.isEntry === true, onCancel)

  /** Saved crops belong to the original picture, not to a newly chosen one. */
  function saved(isChosen: boolean) {
    return isChosen ? {} : { full: fullParams, thumbnail: thumbnailParams }
  }
  const pick = () => busy || input.current?.click()
  const onInstagram = instagram ? () => void (busy || setPicking(true)) : undefined
  function selectTab(next: CropName) {
    settle()
    setTab(next)
  }
  function submit() {
    const settled = settle()
    if (picture && settled) void save(picture, settled)
  }

  return (
    <EditorDialog
      view={view}
      onClose={() => void leave()}
      onPick={pick}
      onInstagram={onInstagram}
      onFile={(file) => busy || choose(file)}
    >
      <FileInput ref={input} label="Photo" accept={UPLOAD_ACCEPT} onChoose={choose} />
      <div className={styles.body}>
        {tabbed && (
          <Tabs
            name="photo"
            label="Crop"
            className={styles.tabs}
            tabs={TABS}
            selected={tab}
            onSelect={selectTab}
          />
        )}
        <Panel tab={tabbed ? tab : undefined}>
          <div className={styles.stage} style={{ maxHeight: EDITOR_HEIGHT_PX }} aria-busy={busy}>
            {picture && crops ? (
              <CropStage
                picture={picture}
                area={crops[cutting]}
                ratio={cutting === 'full' ? ratioValue(crops, picture) : 1}
                disabled={busy}
                onMove={(area) => moved(cutting, area)}
              />
            ) : (
              !loading && <EmptyStage onPick={pick} onInstagram={onInstagram} />
            )}
            {loading && <LoadingStage />}
            <p className={styles.error} role="alert">
              {error}
            </p>
          </div>
          <CropTools
            ratio={fast ? 'square' : (crops?.ratio ?? 'original')}
            fixed={cutting === 'thumbnail'}
            disabled={busy || !crops}
            onRatio={(ratio) => picture && change(chooseRatio, ratio, picture)}
            onFlip={() => picture && change(flip, picture)}
            onReset={() => picture && change(reset, cutting, picture)}
          />
          {picture && crops && (
            <ThumbnailPreview
              picture={picture}
              area={crops.thumbnail}
              text={tabbed ? HINTS[cutting] : fast ? HINTS.avatar : HINTS.only}
            />
          )}
        </Panel>
      </div>
      <EditorFooter
        saving={saving}
        canSave={!busy && picture !== undefined}
        onCancel={() => cancelUpload() || void leave()}
        onSave={submit}
      />
      {picking && instagram && (
        <Suspense>
          <MediaPicker
            account={instagram}
            onPick={({ media_url }) => {
              setPicking(false)
              chooseFrom(media_url)
            }}
            onClose={() => setPicking(false)}
          />
        </Suspense>
      )}
    </EditorDialog>
  )
}

const Panel = ({ tab, children }: { tab: string | undefined; children: React.ReactNode }) =>
  tab === undefined ? (
    <>{children}</>
  ) : (
    <TabPanel name="photo" id={tab}>
      {children}
    </TabPanel>
  )
