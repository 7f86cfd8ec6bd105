import type { ComponentProps } from 'react'
import { FieldError } from '#ui/fields/field-error.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { EditAddress } from './edit-address.tsx'
import { EditAdvanced } from './edit-advanced.tsx'
import { EditEnding } from './edit-ending.tsx'
import { EditRules } from './edit-rules.tsx'
import type { EditTabProps } from '../edit-tab-props.ts'
import css from './edit-settings.module.css'
import { EditInApp } from '../in-app/edit-in-app.tsx'
import { EditLimits } from '../limits/edit-limits.tsx'
import { HistoryRow } from '../../history/history-row.tsx'
import { refreshLink } from '../../links.ts'
import { shortParts } from '../../short-parts.ts'

/**
 * Edits short code, limits, rules and visibility; campaign fields and query forwarding are under
 * Advanced.
 */
export function EditSettings(props: EditTabProps) {
  const { link, values, change, errors } = props
  return (
    <div className={`${css.settings} stack`}>
      <EditAddress {...props} />
      {link.treat_as_in_network_editable && (
        <SwitchField
          label="Count as an in-network sale"
          help="Turn off when you have your own deal with this brand."
          checked={values.treat_as_in_network}
          onChange={(on) => change({ treat_as_in_network: on })}
          error={errors.treat_as_in_network}
        />
      )}
      <EditEnding {...props} />
      <EditLimits {...props} />
      <EditRules {...props} />
      <EditInApp {...props} />
      <SwitchField
        label="Hide from your lists"
        help="It keeps redirecting and keeps its numbers."
        checked={values.is_hidden}
        onChange={(on) => change({ is_hidden: on })}
        error={errors.is_hidden}
      />
      <EditAdvanced values={values} change={change} errors={errors}>
        <SwitchField
          label="Forward extra parameters"
          help={`${shortParts(link).code}?ref=ana adds ref=ana to the target. Parameters that the target already has stay.`}
          checked={values.pass_query}
          onChange={(on) => change({ pass_query: on })}
          error={errors.pass_query}
        />
      </EditAdvanced>
      {link.split_url !== '' && (
        <div className={css.rules}>
          <HistoryRow
            subject={{ kind: 'links', id: link.uuid }}
            name="The link"
            onRestored={() => void refreshLink(link.uuid).catch(() => undefined)}
          />
        </div>
      )}
    </div>
  )
}

type SwitchFieldProps = ComponentProps<typeof Switch> & { error: string | undefined }

const SwitchField = ({ error, ...control }: SwitchFieldProps) => (
  <div className={css.switch} data-wrong={error ? true : undefined} tabIndex={-1}>
    <Switch {...control} />
    <FieldError text={error} />
  </div>
)
