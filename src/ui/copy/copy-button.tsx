import { CheckIcon } from '@phosphor-icons/react/Check'
import { CopyIcon } from '@phosphor-icons/react/Copy'
import { useRef, useState, type ComponentProps } from 'react'
import { Button, IconButton } from '../button.tsx'
import { copyText } from './copy-text.ts'
import { announce, toast } from '../notices/toast.tsx'

/** Time in ms for which "Copied" is shown (spec, section 9). */
export const COPIED_MS = 2000

type CopyButtonProps = {
  text: string
  label: string
  /** Text after the label that only screen readers hear, to tell several buttons apart. */
  subject?: string
  variant?: 'icon' | 'button'
  /** Text announced to screen readers after copying. */
  announcement?: string
  onCopied?: (() => void) | undefined
  iconSize?: number
} & Pick<ComponentProps<typeof Button>, 'className' | 'size' | 'block'> & {
    look?: ComponentProps<typeof Button>['variant']
  }

export function CopyButton(props: CopyButtonProps) {
  const { text, label, variant = 'icon', announcement = 'Copied', onCopied, iconSize = 20 } = props
  const [copied, markCopied] = useCopied()
  async function copy() {
    if (!(await copyText(text))) {
      toast('Could not copy. Select the text and copy it.', { tone: 'problem' })
      return
    }
    markCopied()
    if (variant === 'button') announce(announcement)
    onCopied?.()
  }
  const icon = copied ? CheckIcon : CopyIcon
  const name = copied ? 'Copied' : label
  if (variant === 'icon')
    return (
      <IconButton
        className={props.className}
        label={name}
        icon={icon}
        size={props.size === 'sm' ? 'sm' : 'default'}
        iconSize={iconSize}
        data-copied={copied || undefined}
        onClick={() => void copy()}
      />
    )
  return (
    <Button
      className={props.className}
      variant={props.look ?? 'primary'}
      size={props.size}
      block={props.block}
      icon={icon}
      onClick={() => void copy()}
    >
      <span>{name}</span>
      {props.subject && <span className="vh">{` ${props.subject}`}</span>}
    </Button>
  )
}

/** Returns whether a copy was made in the last two seconds, and a function that marks one. */
function useCopied() {
  const [copied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  function mark() {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setCopied(false), COPIED_MS)
    setCopied(true)
  }
  return [copied, mark] as const
}
