import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { previewPage } from '#api/page/pages.ts'
import { NotLoaded } from '#app/problems/not-loaded.tsx'
import { useOffline } from '#app/problems/problems.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import type { CreatorPage } from '#contract/page/pages.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Segmented } from '#ui/fields/segmented.tsx'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import { OpenPage } from './page-actions.tsx'
import css from './preview.module.css'

const DEVICES = [
  { value: 'phone', label: 'Phone' },
  { value: 'desktop', label: 'Desktop' },
] as const
type Device = (typeof DEVICES)[number]['value']

type WidePreviewProps = { version: number; state: string; page: CreatorPage }

/** Shows the page as visitors see it, beside the editor. */
export function WidePreview({ version, state, page }: WidePreviewProps) {
  const [device, show] = useState<Device>('phone')
  return (
    <aside className={css.pane} aria-label="Preview">
      <div className={css.top}>
        <Segmented label="Preview on" options={DEVICES} value={device} onChange={show} />
        {/* The sections announce the same text to screen readers. */}
        <span className={`${css.state} hint`} aria-hidden="true">
          {state}
        </span>
        {page.is_published && <OpenPage page={page} />}
      </div>
      <div className={css.device} data-device={device}>
        <Frame version={version} />
      </div>
    </aside>
  )
}

/** Shows the preview instead of the editor, because a phone has space for only one of them. */
export const PhonePreview = ({ version }: { version: number }) => (
  <div className={css.phone}>
    <Frame version={version} />
  </div>
)

function Frame({ version }: { version: number }) {
  const preview = useAnswer('page-preview', previewPage, { isSecondary: true })
  const offline = useOffline()
  useRefreshOnChange(version, () => void preview.refresh())
  const { value, loading } = preview
  if (value !== undefined)
    return (
      <iframe
        className={css.page}
        title="Preview of your page"
        // No script runs in it, and its links do not navigate.
        sandbox=""
        srcDoc={withoutLinks(value)}
      />
    )
  if (loading) return <Skeleton height="100%" />
  if (offline)
    return <EmptyState title="No preview offline" text="It comes back when you’re online." />
  return <NotLoaded what="preview" list={preview} />
}

/** Makes links open in a new window, which the sandbox blocks. */
const withoutLinks = (html: string) => html.replace(/<head[^>]*>/i, '$&<base target="_blank">')

/** Refreshes the preview after each saved change. */
function useRefreshOnChange(version: number, refresh: () => void) {
  const shown = useRef(version)
  const refreshPreview = useEffectEvent(refresh)
  useEffect(() => {
    if (shown.current === version) return
    shown.current = version
    refreshPreview()
  }, [version])
}
