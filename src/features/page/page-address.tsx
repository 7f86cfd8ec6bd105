import { count } from '#app/formats.ts'
import type { CreatorPage } from '#contract/page/pages.ts'
import { CopyButton } from '#ui/copy/copy-button.tsx'
import { toast } from '#ui/notices/toast.tsx'
import { displayAddress } from './page.ts'
import css from './page.module.css'

/** Shows the public address of the page and whether the page is published. */
export function PageAddress({ page }: { page: CreatorPage }) {
  const { slug, url, is_published, block, views_30d } = page
  const plain = displayAddress(page)
  const before = plain.endsWith(slug) ? plain.slice(0, -slug.length) : plain
  const addressText = (
    <>
      <span className={css.host}>{before}</span>
      <wbr />
      <span>{plain.slice(before.length)}</span>
    </>
  )
  return (
    <div className={css.address}>
      <p className={css.url} translate="no">
        {is_published && !block ? (
          <a href={url} target="_blank" rel="noreferrer">
            {addressText}
          </a>
        ) : (
          <span>{addressText}</span>
        )}
        {is_published && !block && views_30d !== undefined && (
          <small className={`${css.seen} hint`}>{viewsText(views_30d)}</small>
        )}
      </p>
      <span className={css.state} data-on={(is_published && !block) || undefined}>
        {stateOf(page)}
      </span>
      <CopyButton
        text={url}
        label="Copy page address"
        onCopied={() => toast('Page address has been copied')}
      />
    </div>
  )
}

function viewsText(views: number): string {
  if (views === 0) return 'No views in 30 days'
  return `${views === 1 ? '1 view' : `${count(views)} views`} in 30 days`
}

function stateOf({ is_published, block }: CreatorPage): string {
  if (block) return 'Blocked'
  return is_published ? 'Published' : 'Not published'
}
