import { useConversation } from '#app/chat/use-conversation.ts'
import { useDialogParam } from '#app/dialog/use-dialog-param.ts'
import { money, percent } from '#app/formats.ts'
import { NothingSaved } from '#app/list-state.tsx'
import { NotLoaded } from '#app/problems/not-loaded.tsx'
import { useNow } from '#app/problems/use-now.ts'
import type { Answer } from '#app/query/use-answer.ts'
import { countdownStep, remainingText } from '#app/remaining.ts'
import type { Organization } from '#contract/partners/brands.ts'
import { paths } from '#paths.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Modal } from '#ui/dialog/modal.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import { useBrand, useOffer } from './brands.ts'
import { ExternalLink } from './external-link.tsx'
import { FactsList } from './facts-list.tsx'
import { OfferTag } from './offer-card.tsx'
import { parseOfferId, remainingMs, offerState, runsText, type Offer } from './offer.ts'
import css from './offer-sheet.module.css'
import { BrandLogo, Picture } from './picture.tsx'
import { brandAddress, useCreateLink } from './use-create-link.ts'
import { hostOf, webAddress } from './web-address.ts'

/** Shows all details of a campaign or promotion in a sheet over the current screen. */
export function OfferSheet() {
  const { value: id = '', close } = useDialogParam('offer')
  const offer = useOffer(id)
  const shown = offer.error?.status === 404 ? undefined : offer.value
  const brand = useBrand(shown?.brand?.uuid ?? null, { isSecondary: true }).value
  const create = useCreateLink()
  const address = shown && linkAddress(shown, brand)
  return (
    <Modal
      title={shown?.kind ?? 'Offer'}
      onClose={close}
      footer={
        shown &&
        (shown.brand || address) && (
          <>
            {shown.brand && (
              <ButtonLink size="lg" href={paths.brand(shown.brand.uuid)}>
                See the brand
              </ButtonLink>
            )}
            {address && (
              <Button
                variant={shown.apply ? 'secondary' : 'primary'}
                size="lg"
                onClick={() => create(address)}
              >
                Create link
              </Button>
            )}
            {shown.apply && <ApplyButton offer={shown} apply={shown.apply} />}
          </>
        )
      }
    >
      {shown ? <OfferBody offer={shown} brand={brand} /> : <Missing id={id} offer={offer} />}
    </Modal>
  )
}

type ApplyButtonProps = { offer: Offer; apply: NonNullable<Offer['apply']> }

/**
 * Opens the conversation with the brand, with a draft of the application that can be edited before
 * it is sent.
 */
function ApplyButton({ offer, apply: { campaign, text } }: ApplyButtonProps) {
  const now = useNow(60_000)
  const { busy, open } = useConversation()
  if (offerState(offer, now) === 'ended') return null
  return (
    <Button
      variant="primary"
      size="lg"
      busy={busy}
      onClick={() => open({ campaign_id: campaign }, { text, about: offer.title })}
    >
      Apply
    </Button>
  )
}

/** Returns the page of the promotion, or else the address of the brand. */
const linkAddress = (offer: Offer, brand: Organization | undefined): string | null =>
  webAddress(offer.url) ?? (brand ? brandAddress(brand) : null)

function OfferBody({ offer, brand }: { offer: Offer; brand: Organization | undefined }) {
  const now = useOfferClock(offer)
  return (
    <div className={`${css.offer} stack`}>
      {offer.imageUrl !== null && <Picture src={offer.imageUrl} className={css.picture} />}
      <p className={css.who}>
        {offer.brand && (
          <>
            <BrandLogo name={offer.brand.name} src={offer.brand.logo_url} size={28} />
            <span className={css.brand}>{offer.brand.name}</span>
          </>
        )}
        <OfferTag offer={offer} now={now} />
      </p>
      <h3 className={css.title}>{offer.title}</h3>
      {offer.text !== '' && <p className={css.text}>{offer.text}</p>}
      <FactsList facts={factsOf(offer, brand, now)} />
    </div>
  )
}

/** Updates as often as the remaining time changes in the text. */
function useOfferClock(offer: Offer): number {
  const minutes = useNow(60_000)
  const left = remainingMs(offer, minutes)
  return useNow(left === null ? 60_000 : countdownStep(left))
}

function factsOf(offer: Offer, brand: Organization | undefined, now: number) {
  const { percentage, bonus, url } = offer
  const runs = runsText(offer, now)
  const left = remainingMs(offer, now)
  return [
    ...(percentage === null
      ? []
      : [{ name: 'You earn', value: <Earned percentage={percentage} brand={brand} /> }]),
    ...(bonus === null
      ? []
      : [
          {
            name: 'Bonus',
            value: (
              <b className="money" translate="no">
                {money(bonus)}
              </b>
            ),
          },
        ]),
    ...(runs === null ? [] : [{ name: 'Runs', value: runs }]),
    ...(left === null ? [] : [{ name: 'Ends in', value: remainingText(left) }]),
    ...(webAddress(url) === null
      ? []
      : [
          {
            name: 'Page',
            value: (
              <ExternalLink address={url} className={css.page}>
                {hostOf(url)}
              </ExternalLink>
            ),
          },
        ]),
  ]
}

/** Shows the commission, such as "15% instead of 10%" if it differs from the brand's usual one. */
function Earned({ percentage, brand }: { percentage: number; brand: Organization | undefined }) {
  const usual = brand?.commission_percentage
  return (
    <>
      <b className="money">{percent(percentage)}</b>
      {usual !== undefined && usual !== percentage && (
        <span className={css.usual}>{` instead of ${percent(usual)}`}</span>
      )}
    </>
  )
}

function Missing({ id, offer }: { id: string; offer: Answer<Offer> }) {
  const { loading, error } = offer
  if (parseOfferId(id) === null || error?.status === 404)
    return <EmptyState title="This offer isn’t here any more." />
  if (loading)
    return (
      <div className={`${css.offer} stack`} role="status" aria-label="Loading the offer">
        <Skeleton height={180} radius={20} />
        <Skeleton width="60%" height={24} />
        <Skeleton height={14} />
        <Skeleton width="80%" height={14} />
      </div>
    )
  if (error) return <NotLoaded what="offer" list={offer} />
  return <NothingSaved what="offers" />
}
