import type { ShortLink } from '#contract/links.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { announce, toast } from '#ui/toast.tsx'

type CopyLinkProps = {
  className?: string | undefined
  link: ShortLink
  title: string
  size?: 'sm'
  /** Nothing but the button shows it. */
  quiet?: boolean
}

/** In a list the check alone is easily missed, so a line says it too. */
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
