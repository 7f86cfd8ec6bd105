import { ArchiveIcon } from '@phosphor-icons/react/Archive'
import { CaretDownIcon } from '@phosphor-icons/react/CaretDown'
import { GearIcon } from '@phosphor-icons/react/Gear'
import { useState } from 'react'
import { AnswerList } from '#app/answer-list.tsx'
import type { BrandInvitation } from '#contract/partners/unmasking.ts'
import { ShowMore } from '#features/partners/brands/show-more.tsx'
import { invitationsSettingsPath, paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ListLink } from '#ui/list-row.tsx'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import { ConnectionRow } from './connection-row.tsx'
import css from './connections-screen.module.css'
import {
  useConnectionActions,
  useConnections,
  useIgnored,
  useInvitations,
  useUnmaskingSettings,
} from './connections.ts'
import { InvitationCard } from './invitation-card.tsx'
import { PartnersScreen } from './partners-screen.tsx'
import { VisibleIdentity } from './who-sees.tsx'

/** Shows invitations of brands and the brands that see the creator's name. */
export function ConnectionsScreen() {
  const invitations = useInvitations()
  const ignored = useIgnored()
  const connections = useConnections()
  const { answer, remove } = useConnectionActions(() => {
    void invitations.refresh()
    void ignored.refresh()
    void connections.refresh()
  })
  const pending = invitations.value ?? []
  const connected = connections.value?.items
  const cards = (rows: BrandInvitation[]) => (
    <ul className={`${css.cards} stack`}>
      {rows.map((row) => (
        <InvitationCard key={row.id} invitation={row} answer={answer} />
      ))}
    </ul>
  )
  return (
    <PartnersScreen tab="connections" freshness={connections}>
      <div className={`${css.page} stack`}>
        {pending.length > 0 && (
          <section className={css.section}>
            <h2>{pending.length === 1 ? '1 invitation' : `${pending.length} invitations`}</h2>
            {cards(pending)}
          </section>
        )}
        {(pending.length === 0 || (connected?.length ?? 0) > 0) && (
          <AnswerList
            what="connections"
            rows={connected}
            answer={connections}
            loading={<RowsSkeleton />}
            empty={<NoConnections />}
          >
            {(rows) => (
              <section>
                <div className={css.heading}>
                  <h2>Connected</h2>
                  <span className="hint">They see your name</span>
                </div>
                <ul>
                  {rows.map((row) => (
                    <ConnectionRow key={row.id} connection={row} remove={remove} />
                  ))}
                </ul>
                <ShowMore list={connections} />
              </section>
            )}
          </AnswerList>
        )}
        {ignored.value && ignored.value.items.length > 0 && (
          <IgnoredInvitations count={countText(ignored.value)}>
            {cards(ignored.value.items)}
            <ShowMore list={ignored} />
          </IgnoredInvitations>
        )}
        <SettingRow />
      </div>
    </PartnersScreen>
  )
}

/** Explains connections to a creator without any. */
const NoConnections = () => (
  <>
    <div className={`${css.intro} stack`}>
      <VisibleIdentity />
      <p className={css.lead}>
        Brands see a number instead of your name. When a brand invites you and you accept, it sees
        your public name and page for its own traffic, from that moment on. You can undo it here.
      </p>
    </div>
    <EmptyState
      mark
      title="No invitations yet"
      text="Brands invite creators who already send them visitors."
      action={
        <ButtonLink variant="line" href={paths.brands}>
          See brands
        </ButtonLink>
      }
    />
  </>
)

/** Returns the number of loaded items, with "+" if there are more. */
const countText = ({ items, next }: { items: unknown[]; next: number | null }) =>
  next === null ? String(items.length) : `${items.length}+`

/** Shows the ignored invitations, folded. Each can still be accepted. */
function IgnoredInvitations({ count, children }: { count: string; children: React.ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <section>
      <button
        type="button"
        className={css.fold}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <ArchiveIcon size={22} aria-hidden />
        <span className={css.label}>Ignored invitations</span>
        <span className={css.value}>{count}</span>
        <CaretDownIcon size={15} weight="bold" aria-hidden className={css.caret} />
      </button>
      {open && <div className={css.folded}>{children}</div>}
    </section>
  )
}

function SettingRow() {
  const { value } = useUnmaskingSettings()
  return (
    <ListLink
      className={css.setting}
      icon={GearIcon}
      href={invitationsSettingsPath}
      label="Accept new ones automatically"
      value={value && (value.unmasking_invitations ? 'On' : 'Off')}
    />
  )
}

const RowsSkeleton = () => (
  <div role="status" aria-label="Loading connections">
    {[1, 2, 3].map((row) => (
      <span key={row} className={css.row}>
        <Skeleton width={44} height={44} radius={11} />
        <span className={css.words}>
          <Skeleton width="52%" height={14} />
          <Skeleton width="28%" height={12} />
        </span>
      </span>
    ))}
  </div>
)
