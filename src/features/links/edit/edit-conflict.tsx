import { Button } from '#ui/button.tsx'
import { EditWarning } from './edit-warning.tsx'
import type { EditField } from './edit-values.ts'

const FIELD_NAMES: Record<EditField, string> = {
  name: 'name',
  url: 'address',
  picture: 'picture',
  image_alt: 'photo in words',
  regular_collection_names: 'collections',
  tags: 'tags',
  short_code: 'short code',
  link_domain_id: 'domain',
  treat_as_in_network: 'in-network sale',
  is_hidden: 'hidden',
  utm_source: 'source',
  utm_medium: 'medium',
  utm_campaign: 'campaign',
  utm_term: 'term',
  utm_content: 'content',
  pass_query: 'extra parameters',
  show_code: 'code on your page',
  starts_at: 'start',
  expires_at: 'end',
  max_clicks: 'click limit',
  password: 'password',
  fallback_url: 'address after the end',
  rules: 'rules of where it leads',
  open_in_browser: 'open in browser',
  kept_in_app: 'apps that visitors stay in',
}

type EditConflictProps = { fields: EditField[]; onKeep: () => void; onTake: () => void }

/** Lists the fields that the user changed here and that were also changed elsewhere. */
export function EditConflict({ fields, onKeep, onTake }: EditConflictProps) {
  return (
    <EditWarning
      buttons={
        <>
          <Button size="sm" variant="quiet" onClick={onKeep}>
            Keep mine
          </Button>
          <Button size="sm" variant="quiet" onClick={onTake}>
            Use latest
          </Button>
        </>
      }
    >
      <b>Changed elsewhere:</b>
      <span>{` ${fields.map((field) => FIELD_NAMES[field]).join(', ')}.`}</span>
    </EditWarning>
  )
}
