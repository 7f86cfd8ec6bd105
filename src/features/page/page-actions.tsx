import { ArrowSquareOutIcon } from '@phosphor-icons/react/ArrowSquareOut'
import { ExportIcon } from '@phosphor-icons/react/Export'
import { GearIcon } from '@phosphor-icons/react/Gear'
import type { CreatorPage } from '#contract/page/pages.ts'
import { Button, IconButton } from '#ui/button.tsx'
import css from './page.module.css'
import { sharePage } from './share-page.ts'

type PageActionsProps = {
  page: CreatorPage
  wide: boolean
  openSettings: () => void
  publish: () => void
}

/** Shows the actions for the whole page in the header. */
export function PageActions({ page, wide, openSettings, publish }: PageActionsProps) {
  if (!wide)
    return (
      <>
        {page.is_published && <OpenPage page={page} />}
        <IconButton
          label="Page settings"
          icon={GearIcon}
          iconSize={24}
          aria-haspopup="dialog"
          onClick={openSettings}
        />
      </>
    )
  return (
    <div className={css.actions}>
      <Button size="md" icon={GearIcon} aria-haspopup="dialog" onClick={openSettings}>
        Page settings
      </Button>
      {page.is_published ? (
        <Button size="md" variant="primary" icon={ExportIcon} onClick={() => sharePage(page)}>
          Share page
        </Button>
      ) : (
        <Button size="md" variant="primary" onClick={publish}>
          Publish page
        </Button>
      )}
    </div>
  )
}

export const OpenPage = ({ page }: { page: CreatorPage }) => (
  <a
    className={css.open}
    href={page.url}
    target="_blank"
    rel="noreferrer"
    aria-label="Open the page in a new tab"
    title="Open the page in a new tab"
  >
    <ArrowSquareOutIcon size={22} aria-hidden />
  </a>
)
