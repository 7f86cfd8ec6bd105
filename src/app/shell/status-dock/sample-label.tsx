import { SAMPLE_DATA_NOTICE } from '#contract/facts.ts'
import css from './sample-label.module.css'

/** Marks every screen of an installation that shows sample data. */
export const SampleLabel = () => <p className={`${css.label} hint`}>{SAMPLE_DATA_NOTICE}</p>
