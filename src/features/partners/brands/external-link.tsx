import type { ReactNode } from 'react'
import { webAddress } from './web-address.ts'

type ExternalLinkProps = {
  /** Address as the brand wrote it. Shown as plain text if it is no web address. */
  address: string
  className?: string | undefined
  children: ReactNode
}

/** Shows a link to another website. It opens in a new tab, without referrer and opener. */
export function ExternalLink({ address, className, children }: ExternalLinkProps) {
  const href = webAddress(address)
  if (href === null) return <span className={className}>{children}</span>
  return (
    <a className={className} href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}
