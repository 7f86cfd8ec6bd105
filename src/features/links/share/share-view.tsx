import { PencilSimpleIcon } from '@phosphor-icons/react/PencilSimple'
import { useSetAtom } from 'jotai'
import { openView, replaceView } from '#app/dialog/link-dialog-state.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { Button, IconButton } from '#ui/button.tsx'
import type { LocalLink } from '#mirror/outbox/waiting.ts'
import { CopyButton } from '#ui/copy/copy-button.tsx'
import { DiscountCode } from '#ui/copy/discount-code.tsx'
import { Modal } from '#ui/dialog/modal.tsx'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import { LinkMenu } from '../link-menu.tsx'
import { useAnyLink } from '../any-link.ts'
import { PlacesEntry } from './places-entry.tsx'
import { QrBox } from './qr-box.tsx'
import { ShareEntries } from './share-entries.tsx'
import { ShareState } from './share-state.tsx'
import { ShareSummary } from './share-summary.tsx'
import { StoryEntries } from './story-entries.tsx'
import css from './share-view.module.css'
import { shortParts, titleOf } from '../short-parts.ts'
import { TutorialHint } from './tutorial-hint.tsx'
import { ShareWaiting } from '../list/row/waiting-parts.tsx'

type ShareViewProps = { uuid: string; created: boolean; onClose: () => void }

export function ShareView({ uuid, created, onClose }: ShareViewProps) {
  const found = useAnyLink(uuid)
  const link: LocalLink | undefined = typeof found === 'object' ? found : undefined
  const showView = useSetAtom(replaceView)
  const isMade = link?.split_url !== ''
  const title = !isMade
    ? 'Waiting to sync'
    : created
      ? 'Your link is ready'
      : link
        ? titleOf(link)
        : 'Share link'
  return (
    <Modal
      title={title}
      onClose={onClose}
      headerActions={link && <ShareActions link={link} onLeave={onClose} />}
      footer={
        <>
          <Button onClick={() => showView({ name: 'create' })}>Create another</Button>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      {link?.waiting && <ShareWaiting link={link} />}
      {link && isMade && <SharePanel link={link} created={created} />}
      {found === undefined && <ShareSkeleton />}
      {found === 'gone' && <p>This link is gone, or belongs to someone else.</p>}
      {found === 'unreachable' && <p>This link is not on this device. Check your connection.</p>}
    </Modal>
  )
}

const EXCLUDED_ACTIONS = ['share', 'copy', 'edit']

function ShareActions({ link, onLeave }: { link: ShortLink; onLeave: () => void }) {
  const open = useSetAtom(openView)
  return (
    <>
      <IconButton
        label="Edit link"
        icon={PencilSimpleIcon}
        onClick={() => open({ name: 'edit', uuid: link.uuid })}
      />
      <LinkMenu link={link} without={EXCLUDED_ACTIONS} onLeave={onLeave} />
    </>
  )
}

/** Maximum number of characters that fit beside the button on a phone. */
const MAX_INLINE_CODE_LENGTH = 18

function SharePanel({ link, created }: { link: ShortLink; created: boolean }) {
  const { host, code } = shortParts(link)
  const { discount_codes: codes = [] } = link
  return (
    <div className={`${css.panel} stack`}>
      {link.has_tutorial_enabled && <TutorialHint uuid={link.uuid} />}
      <ShareState link={link} />
      <ShareSummary link={link} created={created} />
      <div className={css.copyLine}>
        <a
          className={css.address}
          href={link.split_url}
          target="_blank"
          rel="noreferrer"
          data-testid="short-url"
          translate="no"
          data-long={code.length > MAX_INLINE_CODE_LENGTH || undefined}
        >
          <span className={css.host}>{host}</span>
          <wbr />
          <span className={css.code}>{code}</span>
        </a>
        <CopyButton
          variant="button"
          text={link.split_url}
          label="Copy"
          announcement="Link has been copied"
        />
      </div>
      {codes.map((discount) => (
        <DiscountCode key={discount} code={discount} />
      ))}
      <QrBox url={link.split_url} name={link.short_code} link={link} />
      <ShareEntries title={link.name || host + code} url={link.split_url} />
      <StoryEntries link={link} />
      <PlacesEntry link={link} />
    </div>
  )
}

const ShareSkeleton = () => (
  <div className={`${css.panel} stack`} aria-busy="true">
    <Skeleton height={56} radius="var(--radius-card)" />
    <Skeleton height={60} radius="var(--radius-pill)" />
    <Skeleton height={168} width={168} radius={22} />
  </div>
)
