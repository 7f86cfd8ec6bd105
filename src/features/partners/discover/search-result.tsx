import { PlusIcon } from '@phosphor-icons/react/Plus'
import { percent } from '#app/formats.ts'
import type { WebResult } from '#contract/partners/brands.ts'
import { shownHost } from '#contract/text/hosts.ts'
import { ExternalLink } from '#features/partners/brands/external-link.tsx'
import { useCreateLink } from '#features/partners/brands/use-create-link.ts'
import { hostOf, webAddress } from '#features/partners/brands/web-address.ts'
import { Button } from '#ui/button.tsx'
import { Tag } from '#ui/chip.tsx'
import css from './web-search.module.css'

/** Shows a found page: its shop, the commission if any, and a button that creates a link. */
export function SearchResult({ result }: { result: WebResult }) {
  const { title, url, snippet } = result
  const create = useCreateLink()
  const address = webAddress(url)
  return (
    <li className={`${css.result} stack`}>
      <div className={css.words}>
        <ExternalLink address={url} className={css.title}>
          {title || hostOf(url)}
        </ExternalLink>
        <p className={`${css.host} hint`}>
          <span>{shownHost(result.domain) || hostOf(url)}</span>
          <NetworkTag {...result} />
        </p>
        {snippet !== '' && <p className={css.snippet}>{snippet}</p>}
      </div>
      {address !== null && (
        <Button
          size="md"
          icon={PlusIcon}
          aria-label={`Create link to ${title || hostOf(url)}`}
          onClick={() => create(address)}
        >
          Create link
        </Button>
      )}
    </li>
  )
}

function NetworkTag({ in_network, commission_percentage: rate }: WebResult) {
  if (!in_network) return <Tag>Not in the network</Tag>
  return (
    <Tag tone="money">{`In the network${rate !== null && rate > 0 ? `, ${percent(rate)}` : ''}`}</Tag>
  )
}
