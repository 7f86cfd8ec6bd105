import { count } from '#app/formats.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import { listCustomDomains } from '#api/page/domains.ts'
import type { ReadOptions } from '#api/imports.ts'
import type { ImportPlan } from '#contract/imports.ts'
import { shownHost } from '#contract/text/hosts.ts'
import { SelectField } from '#ui/fields/field.tsx'

type CodeDomainProps = {
  plan: ImportPlan
  /** Id of the chosen domain; undefined for the site's own short host. */
  chosen: number | undefined
  readAs: (choice: ReadOptions) => void
}

/** Lets users with domains choose where codes go whose host is not in the file or not theirs. */
export function CodeDomain({ plan: { codes_elsewhere }, chosen, readAs }: CodeDomainProps) {
  const { value: domains = [] } = useAnswer('custom domains', listCustomDomains, {
    copy: true,
    isSecondary: true,
  })
  if (domains.length === 0) return null
  return (
    <SelectField
      name="code-domain"
      label="Domain of the codes"
      help={helpText(codes_elsewhere, chosen)}
      value={String(chosen ?? '')}
      options={[
        { value: '', label: 'This site’s short links' },
        ...domains.map(({ id, domain }) => ({ value: String(id), label: shownHost(domain) })),
      ]}
      onChange={(event) => {
        const { value } = event.currentTarget
        readAs(value === '' ? { codeDomainId: undefined } : { codeDomainId: Number(value) })
      }}
    />
  )
}

const helpText = (codes: number, chosen: number | undefined) =>
  chosen === undefined
    ? `${count(codes)} ${codes === 1 ? 'code is' : 'codes are'} not on a domain of yours. Choose the one that you bring along.`
    : 'Codes keep their spelling there: upper and lower case differ, as in the old system.'
