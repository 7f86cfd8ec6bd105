import type { CreatorPage } from '#contract/pages.ts'
import { BlockFacts } from '#features/links/block-facts.tsx'
import { Banner } from '#ui/banner.tsx'

/** Before somebody works on a page that nobody sees. */
export const PageBlocked = ({ block }: { block: NonNullable<CreatorPage['block']> }) => (
  <>
    <Banner tone="danger">
      <b>Blocked.</b> The operator of this site took this page down, so nobody sees it.
    </Banner>
    <BlockFacts block={block} />
  </>
)
