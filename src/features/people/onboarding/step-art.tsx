import { ArrowRightIcon } from '@phosphor-icons/react/ArrowRight'
import { LinkIcon } from '@phosphor-icons/react/Link'
import { ShoppingBagIcon } from '@phosphor-icons/react/ShoppingBag'
import { WalletIcon } from '@phosphor-icons/react/Wallet'
import { Mark } from '#ui/mark.tsx'
import { Mugs, Serum, Tote } from './art.tsx'
import css from './step-art.module.css'

/* Illustrations of the steps. Decorative, because text is beside them. */

/** Shows pictures to choose from. */
export const PicturesArt = () => (
  <div className={css.pictures} aria-hidden="true">
    <Serum className={css.picture} />
    <Mugs className={css.picture} />
    <Tote className={css.picture} />
  </div>
)

/** Shows a link, a product and the earning. */
export const EarningArt = () => (
  <div className={css.way} aria-hidden="true">
    <LinkIcon className={css.stop} />
    <ArrowRightIcon className={css.arrow} />
    <ShoppingBagIcon className={css.stop} />
    <ArrowRightIcon className={css.arrow} />
    <WalletIcon className={css.stop} data-end="" />
  </div>
)

/** Shows the logo and what comes next. */
export const ReadyArt = () => (
  <div className={css.way} aria-hidden="true">
    <Mark size={72} />
  </div>
)
