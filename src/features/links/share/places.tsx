import { CircleDashedIcon } from '@phosphor-icons/react/CircleDashed'
import { EnvelopeSimpleIcon } from '@phosphor-icons/react/EnvelopeSimple'
import { LinkSimpleIcon } from '@phosphor-icons/react/LinkSimple'
import { QrCodeIcon } from '@phosphor-icons/react/QrCode'
import { UserCircleIcon } from '@phosphor-icons/react/UserCircle'
import { VideoCameraIcon } from '@phosphor-icons/react/VideoCamera'
import { XIcon } from '@phosphor-icons/react/X'
import { useRef } from 'react'
import type { ShortLink } from '#contract/links/short-link.ts'
import { sourceName } from '#contract/sources.ts'
import { IconButton } from '#ui/button.tsx'
import { Modal } from '#ui/dialog/modal.tsx'
import { CopyButton } from '#ui/copy/copy-button.tsx'
import type { Icon } from '#ui/icon.ts'
import { clicksText } from '../clicks-text.ts'
import { plainUrl } from '../short-parts.ts'
import { NewPlace } from './new-place.tsx'
import css from './places.module.css'
import { usePlaces, type Place } from './use-places.ts'

/** Icons of the offered sources. */
const ICONS = new Map<string, Icon>([
  ['story', CircleDashedIcon],
  ['bio', UserCircleIcon],
  ['mail', EnvelopeSimpleIcon],
  ['video', VideoCameraIcon],
  ['qr', QrCodeIcon],
])

type PlacesProps = { link: ShortLink; onClose: () => void }

/** Shows the places where a link can be shared, each with an address and its clicks. */
export function Places({ link: { uuid, split_url }, onClose }: PlacesProps) {
  const { places, add, remove } = usePlaces(uuid)
  const addButton = useRef<HTMLButtonElement>(null)

  function removePlace(source: string) {
    remove(source)
    // The focused button disappears with the row.
    addButton.current?.focus()
  }

  return (
    <Modal title="Where will you share it?" onClose={onClose}>
      <div className={css.places}>
        <p className="t2">Each place gets its own link, so you can see which one works.</p>
        <ul>
          {places.map((place) => (
            <PlaceRow
              key={place.source}
              place={place}
              icon={ICONS.get(place.source) ?? LinkSimpleIcon}
              url={`${split_url}/${place.source}`}
              onRemove={() => removePlace(place.source)}
            />
          ))}
        </ul>
        <NewPlace buttonRef={addButton} known={places.map(({ source }) => source)} onAdd={add} />
      </div>
    </Modal>
  )
}

type PlaceRowProps = { place: Place; icon: Icon; url: string; onRemove: () => void }

function PlaceRow({ place, icon: PlaceIcon, url, onRemove }: PlaceRowProps) {
  const { source, clicks, isRemovable } = place
  const name = sourceName(source)
  return (
    <li className={css.place}>
      <PlaceIcon size={22} aria-hidden />
      <span className={css.text}>
        <b>{name}</b>
        <span className="hint">
          <span translate="no">{plainUrl(url)}</span>
          {clicks !== undefined && (
            <span>{`, ${clicks === 0 ? 'none yet' : clicksText(clicks)}`}</span>
          )}
        </span>
      </span>
      {isRemovable && (
        <IconButton size="sm" icon={XIcon} label={`Remove ${name}`} onClick={onRemove} />
      )}
      <CopyButton
        variant="button"
        look="secondary"
        size="sm"
        text={url}
        label="Copy"
        subject={`link for ${name}`}
        announcement={`Link for ${name} has been copied`}
      />
    </li>
  )
}
