import { useState } from 'react'
import type { Widget } from '#contract/page/widgets.ts'
import { CopyButton } from '#ui/copy/copy-button.tsx'
import { Segmented } from '#ui/fields/segmented.tsx'
import css from './embed-code.module.css'

const KINDS = [
  { value: 'script', label: 'Script' },
  { value: 'frame', label: 'Frame' },
] as const
type Kind = (typeof KINDS)[number]['value']

const HELP: Record<Kind, string> = {
  script:
    'Paste it where the widget should appear. Its height follows the content, its theme the site.',
  frame:
    'For sites without scripts. The height is in the code; the theme follows each visitor’s device.',
}

type EmbedCodeProps = {
  widget: Widget
  /** Hides the title, because the dialog around it has the same one. */
  hidesTitle?: boolean
}

/** Shows the code that displays the widget on a site. */
export function EmbedCode({ widget, hidesTitle = false }: EmbedCodeProps) {
  const [kind, show] = useState<Kind>('script')
  const code = kind === 'script' ? widget.embed_code : widget.frame_code
  return (
    <section className={`${css.code} stack`} aria-label="Embed code">
      <div className={css.top}>
        {!hidesTitle && <h3 className={css.title}>Embed code</h3>}
        <Segmented label="Kind of code" options={KINDS} value={kind} onChange={show} />
      </div>
      <div className={css.box}>
        <code translate="no" className={css.text}>
          {code}
        </code>
        <CopyButton variant="button" look="secondary" size="md" label="Copy" text={code} />
      </div>
      <p className="hint">{HELP[kind]}</p>
    </section>
  )
}
