import type { ReactNode } from 'react'
import { webAddress } from './web-address.ts'

type ExternalLinkProps = {
  /** As it was written; what is no address of the web stays text. */
  address: string
  className?: string | undefined
  children: ReactNode
}

/** A page of somebody else's, in a tab of its own that learns nothing of this one. */
export function ExternalLink({ address, className, children }: ExternalLinkProps) {
  const href = webAddress(address)
  if (href === null) return <span className={className}>{children}</span>
  return (
    <a className={className} href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}
