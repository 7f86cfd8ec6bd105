/**
 * Handling of the rows of a table when an account is deleted.
 *
 * `delete`: all rows of the user are deleted. `anonymise`: rows stay without anything that
 * identifies the user. `keep`: something that identifies the user stays, for the given reason.
 * `nobody`: no row is about a user.
 */
export type Fate = 'delete' | 'anonymise' | 'keep' | 'nobody'

/** Handling of a table, and whether its rows are in the user's data download. */
export type PersonalTable = {
  fate: Fate
  why: string
  /** Name of the file in the archive, or the reason why it has none. */
  archive: string | { no: string }
}

export const no = (reason: string) => ({ no: reason })
export const OWN_DATA = 'Belongs only to this user.'
export const SECRET = no('Contains only secrets.')
export const DERIVED = no('Repeats data of other files.')
const NO_USER_DATA = no('Not about users.')
export const ofNoUser = (why: string): PersonalTable => ({
  fate: 'keep',
  why: `${why} They belong to no account.`,
  archive: NO_USER_DATA,
})
export const notPersonal = (why: string): PersonalTable => ({
  fate: 'nobody',
  why,
  archive: NO_USER_DATA,
})
