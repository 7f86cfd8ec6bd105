import type { ShortLink } from '#contract/links/short-link.ts'
import { CopyButton } from '#ui/copy/copy-button.tsx'
import { announce, toast } from '#ui/notices/toast.tsx'

type CopyLinkProps = {
  className?: string | undefined
  link: ShortLink
  title: string
  size?: 'sm'
  /** Whether to announce the copy to screen readers only, without a toast. */
  quiet?: boolean
}

/**
 * Copies the short address of a link. A toast confirms it, because the check mark in the button is
 * easily missed in a list.
 */
export function CopyLink({ className, link, title, size, quiet = false }: CopyLinkProps) {
  return (
    <CopyButton
      className={className}
      size={size}
      text={link.split_url}
      label={`Copy link to ${title}`}
      onCopied={() => (quiet ? announce : toast)('Link has been copied')}
    />
  )
}
