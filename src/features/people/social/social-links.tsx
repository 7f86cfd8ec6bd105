import { PlusIcon } from '@phosphor-icons/react/Plus'
import { useEffect, useRef } from 'react'
import { AnswerList } from '#app/answer-list.tsx'
import { useDialogParam } from '#app/dialog/use-dialog-param.ts'
import type { Answer } from '#app/query/use-answer.ts'
import { SOCIAL_TYPES, socialIcon, type SocialLink } from '#contract/social/social-links.ts'
import { Button } from '#ui/button.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import { SocialDialog } from './social-dialog.tsx'
import { SocialIcon, TYPE_ICONS } from './social-icon.tsx'
import css from './social-links.module.css'
import { titleOf, TYPE_NAMES, useSocialLinks } from './social.ts'

type SocialLinksProps = {
  /** Text shown if there are no links. */
  prompt?: string
  /** Called after a change. */
  onChanged?: () => void
}

/** Lists the social links. Each opens its dialog, and more can be added (spec, section 2). */
export function SocialLinks({ prompt = 'Add social media', onChanged }: SocialLinksProps) {
  const links = useSocialLinks()
  const dialog = useDialogParam('social')
  const { box, changed } = useFocusAfterChange(links, dialog.value === undefined)
  return (
    <div ref={box}>
      <AnswerList
        what="social links"
        rows={links.value}
        answer={links}
        loading={<LinksSkeleton />}
        empty={<AddFirst prompt={prompt} add={dialog.open} />}
      >
        {(rows) => (
          <ul className={css.row} aria-label="Social media">
            {rows.map((link) => (
              <li key={link.id}>
                <LinkButton link={link} edit={() => dialog.open(String(link.id))} />
              </li>
            ))}
            <li>
              <AddMore add={dialog.open} />
            </li>
          </ul>
        )}
      </AnswerList>
      <SocialDialog
        target={dialog.value}
        links={links.value}
        close={dialog.close}
        changed={async () => {
          onChanged?.()
          await changed()
        }}
      />
    </div>
  )
}

/** Moves the focus to the Add button if the focused element disappeared after a change. */
function useFocusAfterChange({ refresh }: Answer<SocialLink[]>, isClosed: boolean) {
  const box = useRef<HTMLDivElement>(null)
  const hasChanged = useRef(false)
  // The list may update before or after the dialog closes, so this is checked after each render.
  useEffect(() => {
    if (!hasChanged.current || !isClosed || document.activeElement !== document.body) return
    hasChanged.current = false
    box.current?.querySelector<HTMLElement>('[aria-haspopup="menu"]')?.focus()
  })
  const changed = () => {
    hasChanged.current = true
    return refresh()
  }
  return { box, changed }
}

type LinkButtonProps = { link: SocialLink; edit: () => void }

const LinkButton = ({ link, edit }: LinkButtonProps) => (
  <button
    type="button"
    className={css.circle}
    aria-label={`${titleOf(link.account_type)}, ${link.account_name}, edit`}
    aria-haspopup="dialog"
    title={link.account_name}
    onClick={edit}
  >
    <SocialIcon url={link.icon_url || socialIcon(link.account_type)} />
  </button>
)

type AddProps = { add: (type: string) => void }

const ADD = 'Add social media'

const typeItems = (add: AddProps['add']) =>
  TYPE_NAMES.map((name) => ({
    label: titleOf(SOCIAL_TYPES[name]),
    icon: TYPE_ICONS[name],
    onSelect: () => add(name),
  }))

const AddMore = ({ add }: AddProps) => (
  <Menu
    label={ADD}
    items={typeItems(add)}
    trigger={(props) => (
      <button type="button" className={css.circle} data-add aria-label={ADD} title={ADD} {...props}>
        <PlusIcon size={20} weight="bold" aria-hidden />
      </button>
    )}
  />
)

const AddFirst = ({ prompt, add }: AddProps & { prompt: string }) => (
  <Menu
    label={prompt}
    items={typeItems(add)}
    trigger={(props) => (
      <div className={css.row}>
        <Button icon={PlusIcon} {...props}>
          {prompt}
        </Button>
      </div>
    )}
  />
)

const LinksSkeleton = () => (
  <div className={css.row} role="status" aria-label="Loading your social links" data-loading>
    <Skeleton width={44} height={44} radius="50%" />
    <Skeleton width={44} height={44} radius="50%" />
    <Skeleton width={44} height={44} radius="50%" />
  </div>
)
