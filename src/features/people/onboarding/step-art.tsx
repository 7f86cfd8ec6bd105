import { ArrowRightIcon } from '@phosphor-icons/react/ArrowRight'
import { LinkIcon } from '@phosphor-icons/react/Link'
import { ShoppingBagIcon } from '@phosphor-icons/react/ShoppingBag'
import { WalletIcon } from '@phosphor-icons/react/Wallet'
import { Mark } from '#ui/mark.tsx'
import { Mugs, Serum, Tote } from './art.tsx'
import css from './step-art.module.css'

/* What a step is about, in a picture. Decorative: its words say it. */

/** Pictures that one can choose from. */
export const PicturesArt = () => (
  <div className={css.pictures} aria-hidden="true">
    <Serum className={css.picture} />
    <Mugs className={css.picture} />
    <Tote className={css.picture} />
  </div>
)

/** A link, what somebody buys through it, and where that ends. */
export const EarningArt = () => (
  <div className={css.way} aria-hidden="true">
    <LinkIcon className={css.stop} />
    <ArrowRightIcon className={css.arrow} />
    <ShoppingBagIcon className={css.stop} />
    <ArrowRightIcon className={css.arrow} />
    <WalletIcon className={css.stop} data-end="" />
  </div>
)

/** Where it began, and where it goes on. */
export const ReadyArt = () => (
  <div className={css.way} aria-hidden="true">
    <Mark size={72} />
  </div>
)
