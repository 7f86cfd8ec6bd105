import { LINK_PASSWORD_MAX_LENGTH } from '#contract/limits.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { count } from '#app/formats.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/fields/field.tsx'
import type { EditTabProps } from '../edit-tab-props.ts'
import css from '../settings/edit-settings.module.css'

/** Edits how often a link opens, and the password that visitors need. */
export function EditLimits({ link, values, change, errors }: EditTabProps) {
  return (
    <div className={`${css.ending} stack`}>
      <TextField
        name="max_clicks"
        label="Limit clicks"
        hint="Optional"
        inputMode="numeric"
        value={values.max_clicks}
        onChange={(event) => change({ max_clicks: event.target.value })}
        error={errors.max_clicks}
        help={usedText(link)}
        autoComplete="off"
      />
      <TextField
        name="password"
        label="Password"
        hint="Optional"
        value={values.password ?? ''}
        onChange={(event) => change({ password: event.target.value })}
        error={errors.password}
        help={passwordText(link, values.password)}
        maxCharacters={LINK_PASSWORD_MAX_LENGTH}
        autoCapitalize="none"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        trailing={
          link.has_password && (
            <Button
              size="sm"
              className={css.suggest}
              onClick={() => change({ password: values.password === null ? '' : null })}
            >
              {values.password === null ? 'Keep' : 'Remove'}
            </Button>
          )
        }
      />
    </div>
  )
}

function usedText({ max_clicks, used_clicks = 0 }: ShortLink): string {
  if (!max_clicks) return 'The link ends after so many openings, counted from now.'
  return `${count(used_clicks)} of ${count(max_clicks)} used.`
}

function passwordText({ has_password }: ShortLink, password: string | null): string {
  if (password === null) return 'Removed when you save.'
  if (!has_password) return 'Visitors type it before the link opens. We can’t show it again.'
  return password === '' ? 'Set. Type a new one to replace it.' : 'Replaces the old one.'
}
