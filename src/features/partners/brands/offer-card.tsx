import { useDialogParam } from '#app/dialog/use-dialog-param.ts'
import { money, percent } from '#app/formats.ts'
import { cx } from '#ui/styles/class-names.ts'
import { offerState, stateText, timesText, type Offer } from './offer.ts'
import css from './offer-card.module.css'
import { BrandLogo, Picture } from './picture.tsx'

type OfferCardProps = { offer: Offer; now: number }

/** Shows a campaign, an event or a bonus. Pressing it opens the sheet with all details. */
export function OfferCard({ offer, now }: OfferCardProps) {
  const { id, kind, title, brand, imageUrl } = offer
  const sheet = useDialogParam('offer')
  const state = offerState(offer, now)
  return (
    <article className={css.card} data-state={state} data-plain={imageUrl === null || undefined}>
      <div className={css.words}>
        {brand && (
          <p className={`${css.brand} hint`}>
            <BrandLogo name={brand.name} src={brand.logo_url} size={22} />
            <span className="trunc">{brand.name}</span>
          </p>
        )}
        <h3 className={css.title}>
          <button
            type="button"
            className="covering"
            aria-haspopup="dialog"
            onClick={() => sheet.open(id)}
          >
            {title}
          </button>
        </h3>
        <p className={cx(css.text, 'num')}>{offerLine(offer, now)}</p>
        <p className={`${css.state} hint`}>
          <OfferTag offer={offer} now={now} />
          <span>{kind}</span>
        </p>
      </div>
      {imageUrl !== null && <Picture src={imageUrl} className={css.picture} />}
    </article>
  )
}

export const OfferTag = ({ offer, now }: OfferCardProps) => (
  <span className={css.tag} data-state={offerState(offer, now)}>
    {stateText(offer, now)}
  </span>
)

/** Returns what the offer pays and when it ends. */
function offerLine(offer: Offer, now: number): string {
  const { percentage, bonus } = offer
  const gain =
    percentage === null ? bonus && `${money(bonus)} bonus` : `You earn ${percent(percentage)}`
  return [gain, timesText(offer, now)].flatMap((part) => (part ? [`${part}.`] : [])).join(' ')
}
