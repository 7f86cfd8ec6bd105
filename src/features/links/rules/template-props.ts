import type { NewRule } from '#contract/rules/rules.ts'

/** Props of the form of a template. */
export type TemplateProps = {
  draft: string
  url: string
  /** Number of rules that the link can still get. */
  free: number
  onAdd: (rules: NewRule[]) => void
  onClose: () => void
}
