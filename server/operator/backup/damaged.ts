/**
 * Error for a file that is not a complete backup. Its message continues the text "FILE is not a
 * complete backup: ".
 */
export class DamagedBackupError extends Error {
  override name = 'Damaged'
}
