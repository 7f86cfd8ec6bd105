import { ExportIcon } from '@phosphor-icons/react/Export'
import { EyeIcon } from '@phosphor-icons/react/Eye'
import { PlusIcon } from '@phosphor-icons/react/Plus'
import type { CreatorPage } from '#contract/page/pages.ts'
import { Button } from '#ui/button.tsx'
import { useFloating } from '#ui/menu/use-floating.ts'
import css from './page.module.css'
import { sharePage } from './share-page.ts'

type PageBarProps = {
  page: CreatorPage
  addSection: () => void
  publish: () => void
  preview: () => void
  /** Whether the page has sections. Without any, templates are offered instead of the button. */
  hasSections: boolean
}

/**
 * Shows the main actions at the bottom of a phone screen: preview and publish, later add and share.
 */
export function PageBar({ page, addSection, publish, preview, hasSections }: PageBarProps) {
  const bar = useFloating()
  return (
    <>
      {!page.is_published && hasSections && (
        <div className={css.inlineAdd}>
          <Button variant="line" block icon={PlusIcon} aria-haspopup="dialog" onClick={addSection}>
            Add section
          </Button>
        </div>
      )}
      <div ref={bar} className={`${css.bar} dock-bar`}>
        {page.is_published ? (
          <>
            <Button icon={PlusIcon} aria-haspopup="dialog" onClick={addSection}>
              Add section
            </Button>
            <Button variant="primary" icon={ExportIcon} onClick={() => sharePage(page)}>
              Share page
            </Button>
          </>
        ) : (
          <>
            <Button icon={EyeIcon} onClick={preview}>
              Preview
            </Button>
            <Button variant="primary" onClick={publish}>
              Publish page
            </Button>
          </>
        )}
      </div>
    </>
  )
}
