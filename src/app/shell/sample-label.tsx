import { SAMPLE_WORDS } from '#contract/facts.ts'
import css from './sample-label.module.css'

/** On every screen of an installation that shows what the app can do with data that nobody has earned. */
export const SampleLabel = () => <p className={css.label}>{SAMPLE_WORDS}</p>
