import { APP_NAME } from '#contract/app-constants.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'
import { readBackupState } from './backup-state.ts'

/** Tells the operator that the nightly backup failed, unless a backup has succeeded since. */
export const backupMail: JobHandler<'backup-mail'> = async ({ db, mail, config }) => {
  const { done, failed, why } = await readBackupState(db)
  if (failed === null) return
  await mail.send({
    to: config.operatorEmail,
    subject: `${APP_NAME} could not write its backup`,
    blocks: [
      `The nightly backup of ${config.appOrigin} failed.`,
      {
        facts: [
          ['When', failed],
          ['Why', why ?? 'see the log'],
          ['The last whole one', done ?? 'there is none'],
          ['Where they go', config.backup?.dir ?? 'BACKUP_DIR is not set any more'],
        ],
      },
      'It is tried again next night. No earlier backup was deleted. To make one now, on the machine that runs it:',
      { code: 'npm run operator -- backup FILE' },
    ],
  })
}
