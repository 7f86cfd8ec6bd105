import { XIcon } from '@phosphor-icons/react/X'
import { useRef } from 'react'
import { Chip } from '#ui/chip.tsx'
import css from '../collection-form.module.css'
import { sentenceEnd, NO_CONDITION, draftConditions, type RuleDraft } from './rule.ts'
import { allowedTemplates, isTemplate } from './rule-templates.ts'

type SentenceProps = { draft: RuleDraft; change: (next: Partial<RuleDraft>) => void }

/** Offers example rules; each replaces the current conditions. */
export const RuleTemplates = ({ draft, change }: SentenceProps) => (
  <div className={css.chips} role="group" aria-label="Start with">
    {allowedTemplates().map((template) => (
      <Chip
        key={template.label}
        pressed={isTemplate(draft, template)}
        onClick={() => change({ ...NO_CONDITION, ...template.rule })}
      >
        {template.label}
      </Chip>
    ))}
  </div>
)

/** Shows the rule as a sentence, in which each condition can be removed. */
export function RuleSentence({ draft, change }: SentenceProps) {
  const parts = draftConditions(draft)
  const sentence = useRef<HTMLDivElement>(null)

  /** Moves the focus to the sentence, because the focused condition disappears. */
  function removeCondition(without: Partial<RuleDraft>) {
    sentence.current?.focus()
    change(without)
  }

  return (
    <div ref={sentence} tabIndex={-1} className={css.sentence} role="group" aria-label="The rule">
      {parts.length === 0 ? <span>No condition yet.</span> : <span>Links</span>}
      {parts.map(({ text, without }) => (
        <Chip
          key={text}
          icon={XIcon}
          aria-label={`${text}, remove`}
          onClick={() => removeCondition(without)}
        >
          {text}
        </Chip>
      ))}
      {parts.length > 0 && <span>{sentenceEnd(draft)}</span>}
    </div>
  )
}
