import { useState, type ComponentType } from 'react'
import type { ShortLink } from '#contract/links/short-link.ts'
import { MAX_RULES, type NewRule } from '#contract/rules/rules.ts'
import { Chip } from '#ui/chip.tsx'
import { toast } from '#ui/notices/toast.tsx'
import { AmazonTemplate, CountryTemplate, HalfTemplate, StoreTemplate } from './template-forms.tsx'
import { productNumber } from './amazon.ts'
import type { TemplateProps } from './template-props.ts'
import css from './rules.module.css'

type Template = { label: string; Form: ComponentType<TemplateProps> }

const TEMPLATES: Template[] = [
  { label: 'By country', Form: CountryTemplate },
  { label: 'App Store or Play Store', Form: StoreTemplate },
  { label: '50/50', Form: HalfTemplate },
]
const AMAZON: Template = { label: 'Amazon by country', Form: AmazonTemplate }

type TemplatesProps = {
  link: ShortLink
  url: string
  rules: NewRule[]
  setRules: (rules: NewRule[]) => void
}

/** Offers sets of rules that only need addresses. */
export function Templates({ link, url, rules, setRules }: TemplatesProps) {
  const [chosen, choose] = useState<Template>()
  const offered = productNumber(url) === undefined ? TEMPLATES : [AMAZON, ...TEMPLATES]
  const close = () => choose(undefined)

  function add(added: NewRule[]) {
    setRules([...rules, ...added])
    close()
    toast(added.length === 1 ? 'Rule added' : `${added.length} rules added`, {
      action: { label: 'Undo', onSelect: () => setRules(rules) },
    })
  }

  return (
    <div className={css.templates} role="group" aria-label="Start with">
      {offered.map((template) => (
        <Chip key={template.label} onClick={() => choose(template)}>
          {template.label}
        </Chip>
      ))}
      {chosen && (
        <chosen.Form
          draft={`link-rules-${link.uuid}-${chosen.label}`}
          url={url}
          free={MAX_RULES - rules.length}
          onAdd={add}
          onClose={close}
        />
      )}
    </div>
  )
}
