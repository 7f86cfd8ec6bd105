/** A file that is no whole backup; the message goes on after "FILE is damaged: ". */
export class Damaged extends Error {
  override name = 'Damaged'
}
