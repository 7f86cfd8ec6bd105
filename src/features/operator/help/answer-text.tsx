import css from './questions.module.css'

/** An address of the web; what ends a sentence is none of it. */
const ADDRESS = /(https?:\/\/[^\s<>"'`\\]*[^\s<>"'`\\.,;:!?)\]}…])/i

/** Plain text, as the operator's lines stand; addresses in it can be followed. */
export const AnswerText = ({ text }: { text: string }) => (
  <p className={css.answer}>
    {text.split(ADDRESS).map((part, index) =>
      index % 2 === 1 ? (
        // oxlint-disable-next-line react/no-array-index-key -- the parts of one text, in their order
        <a key={index} href={part} rel="noreferrer">
          {part}
        </a>
      ) : (
        part
      ),
    )}
  </p>
)
