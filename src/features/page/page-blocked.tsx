import type { CreatorPage } from '#contract/page/pages.ts'
import { BlockFacts } from '#features/links/block-facts.tsx'
import { Banner } from '#ui/notices/banner.tsx'

/** Warns the creator that the operator blocked the page, before they edit it. */
export const PageBlocked = ({ block }: { block: NonNullable<CreatorPage['block']> }) => (
  <>
    <Banner tone="danger">
      <b>Blocked.</b> The operator of this site took this page down, so nobody sees it.
    </Banner>
    <BlockFacts block={block} />
  </>
)
