import { ShuffleIcon } from '@phosphor-icons/react/Shuffle'
import { useState } from 'react'
import { linkDomains, nextShortCode } from '#api/links.ts'
import { quiet } from '#http/client.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import { runAction } from '#app/failure/run-action.ts'
import { SHORT_CODE_PATTERN, SHORT_CODE_HELP } from '#contract/links/codes.ts'
import type { LinkDomain, ShortLink } from '#contract/links/short-link.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/fields/field.tsx'
import { useWide } from '#ui/use-media.ts'
import { shownHost } from '#contract/text/hosts.ts'
import type { EditTabProps } from '../edit-tab-props.ts'
import css from './edit-settings.module.css'
import { plainUrl, shortParts } from '../../short-parts.ts'

/** Edits the short address: the domain, if there is a choice, and the code. */
export function EditAddress({ link, values, change, errors }: EditTabProps) {
  const usable = useDomains(link)
  const domains = withOwnDomain(usable, link.link_domain_id)
  const [isSuggesting, setSuggesting] = useState(false)
  const hasChoice = domains.length > 1
  const isWide = useWide('editor')

  async function suggest() {
    if (isSuggesting) return
    setSuggesting(true)
    const { link_domain_id } = values
    await runAction('suggest a code', async () =>
      change({ short_code: await nextShortCode(quiet, { link_domain_id }) }),
    )
    setSuggesting(false)
  }

  return (
    <div className={`${css.address} stack`} data-many={hasChoice || undefined}>
      {hasChoice && (
        <SelectField
          name="link_domain_id"
          label="Domain"
          options={domains.map(({ id, domain }) => ({
            value: String(id),
            label: shownHost(domain),
          }))}
          help={helpForDomain(values.link_domain_id, link, usable)}
          value={String(values.link_domain_id)}
          onChange={(event) => {
            // Passing the code as well clears its error, because a code is unique only within its
            // domain.
            const { short_code } = values
            change({ link_domain_id: Number(event.target.value), short_code })
          }}
          error={errors.link_domain_id}
        />
      )}
      <TextField
        name="short_code"
        label="Short code"
        prefix={hasChoice ? undefined : shortParts(link).host}
        value={values.short_code}
        onChange={(event) => change({ short_code: event.target.value })}
        error={errors.short_code ?? (hasChoice ? undefined : errors.link_domain_id)}
        help={helpFor(values.short_code.trim(), link)}
        autoCapitalize="none"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        trailing={
          isWide ? (
            <Button
              size="sm"
              className={css.suggest}
              busy={isSuggesting}
              onClick={() => void suggest()}
            >
              Suggest one
            </Button>
          ) : (
            <IconButton label="Suggest one" icon={ShuffleIcon} onClick={() => void suggest()} />
          )
        }
      />
    </div>
  )
}

/**
 * Returns the rule for codes while the code breaks it; after a change, that the old address keeps
 * working.
 */
function helpFor(code: string, link: ShortLink): string {
  if (link.exact_code && code === link.short_code)
    return 'From your old link shortener. Upper and lower case differ.'
  if (!SHORT_CODE_PATTERN.test(code)) return SHORT_CODE_HELP
  if (code.toLowerCase() === link.short_code.toLowerCase())
    return 'What people see and type. Upper and lower case are the same.'
  return `${shortParts(link).host}${link.short_code} keeps working, too.`
}

/** Adds the link's own domain to the choices, even if it cannot be used for links now. */
const withOwnDomain = (usable: LinkDomain[], own: LinkDomain) =>
  usable.some(({ id }) => id === own.id) ? usable : [...usable, own]

/**
 * Explains the state of a link whose domain was lost or removed: it is reached at its main address.
 */
function helpForDomain(chosen: number, link: ShortLink, usable: LinkDomain[]): string | undefined {
  const { id, domain } = link.link_domain_id
  if (chosen !== id || usable.some((one) => one.id === id)) return undefined
  return `${shownHost(domain)} does not lead on now, so this link is ${plainUrl(link.split_url)}. You can choose another domain.`
}

/** Loads the domains that the user may choose; only the link's own until they are known. */
const useDomains = (link: ShortLink): LinkDomain[] =>
  useAnswer('link-domains', linkDomains, { isSecondary: true }).value ?? [link.link_domain_id]
