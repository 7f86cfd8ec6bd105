import { setting, type SettingGroup } from './setting.ts'

/** Settings of addresses, data, backup, mail and limits. */
export const SERVER_SETTINGS: readonly SettingGroup[] = [
  {
    title: 'Addresses',
    settings: [
      setting(
        'APP_ORIGIN',
        ['origin', 'http://localhost:{PORT}', 'https://app.example'],
        'Address of the app, as people type it.',
      ),
      setting(
        'SHORT_LINK_HOST',
        ['address', '{APP_ORIGIN}/s', 'https://go.example'],
        'Beginning of all short links: `/s` on the app’s own host, or a host of its own.',
      ),
      setting('PORT', ['port, 1 to 65535', '8080', '3000'], 'Port to listen on.'),
      setting(
        'HOST',
        ['IP address', '', '127.0.0.1'],
        'Address to listen on. Not set: all addresses of this machine.',
      ),
      setting(
        'CORES',
        ['processes, 1 to 256', '', '4'],
        'Number of processes that answer requests. Not set: one per core; with the database on the same machine, one core less. See [scaling.md](scaling.md).',
      ),
      setting(
        'TRUSTED_PROXIES',
        ['addresses, separated by commas', '', '127.0.0.1,10.0.0.0/8'],
        'Proxies whose `X-Forwarded-For` header is used.',
      ),
      setting(
        'CONNECTIONS_PER_ADDRESS',
        ['connections', '200', '500'],
        'Maximum number of open connections per client address. Trusted proxies are exempt.',
      ),
      setting(
        'DNS_SERVERS',
        ['addresses, separated by commas', '', '9.9.9.9'],
        'DNS servers used to verify creators’ own domains. Not set: the resolver of this machine.',
      ),
    ],
  },
  {
    title: 'Edge servers',
    note: 'See [scaling](scaling.md#edge-servers). `EDGE_ORIGIN` and `EDGE_NAME` are for `npm run edge` only.',
    settings: [
      setting(
        'EDGE_TOKEN',
        ['text, 32 characters or more', '', 'use-32-random-characters-or-more'],
        'Secret that edge servers and their origin share. Not set: no server can be an edge.',
      ),
      setting(
        'EDGE_ORIGIN',
        ['origin', '', 'https://app.example'],
        'Address of the origin, as the edge reaches it. It may be in a private network.',
      ),
      setting(
        'EDGE_NAME',
        ['name', 'name of the machine', 'edge-paris'],
        'Name of the edge in the origin’s database.',
      ),
    ],
  },
  {
    title: 'Data',
    settings: [
      setting(
        'DATA_DIR',
        ['folder', './data', '/var/lib/split'],
        'Folder of the embedded database, pictures, secrets and unsent mail.',
      ),
      setting(
        'DATABASE_URL',
        ['URL', '', 'postgresql://split:secret@db.example:5432/split'],
        'PostgreSQL server to use instead of the embedded one. Names one host; put a proxy in front of several.',
      ),
      setting(
        'DATABASE_READ_URL',
        ['URL', '', 'postgresql://split:secret@replica.example:5432/split'],
        'Streaming replica of that server, for analytics of past days and for public pages. See [scaling](scaling.md#read-replicas).',
      ),
      setting(
        'DATABASE_READ_MAX_LAG',
        ['seconds, 5 to 3600', '60', '10'],
        'Maximum age of the replica’s data. With older data, the replica is not used.',
      ),
      setting(
        'PG_OLD_BIN',
        ['folder', '', '/usr/lib/postgresql/15/bin'],
        'Programs of the previous PostgreSQL version, to upgrade the embedded database. Not set: Debian’s folders.',
      ),
      setting(
        'S3_ENDPOINT',
        ['URL', '', 'https://s3.example'],
        'S3-compatible store for pictures, instead of `DATA_DIR/media`. Needs the next three settings.',
      ),
      setting('S3_BUCKET', ['name', '', 'split-media'], 'Bucket of that store.'),
      setting('S3_ACCESS_KEY', ['text', '', 'ABCDEXAMPLE'], 'Access key of that store.'),
      setting('S3_SECRET_KEY', ['text', '', 'secret'], 'Secret key of that store.'),
      setting('S3_REGION', ['name', 'us-east-1', 'eu-central-1'], 'Region of that store.'),
      setting(
        'IMAGE_CACHE_MB',
        ['MB', '512', '2048'],
        'Disk space for resized pictures in `DATA_DIR/cache`.',
      ),
      setting(
        'CLICK_LOG_DAYS',
        ['days, 2 or more', '400', '90'],
        'Days for which single clicks are stored. Totals are kept.',
      ),
    ],
  },
  {
    title: 'Backup',
    note: 'See [backup.md](backup.md).',
    settings: [
      setting(
        'BACKUP_DIR',
        ['folder', '', '/mnt/backup'],
        'Folder for a backup each night. Not set: no automatic backup.',
      ),
      setting('BACKUP_KEEP', ['backups', '7', '30'], 'Number of backups to keep.'),
      setting(
        'BACKUP_PASSPHRASE_FILE',
        ['file', '', '/etc/split/passphrase'],
        'File with the passphrase that encrypts backups.',
      ),
      setting(
        'BACKUP_PASSPHRASE',
        ['text', '', 'correct horse battery'],
        'Passphrase for `operator -- backup` and `restore`, instead of the file.',
      ),
    ],
  },
  {
    title: 'Mail, text messages and push',
    settings: [
      setting(
        'SMTP_URL',
        ['URL', '', 'smtps://user:secret@mail.example:465'],
        'Mail server. Not set: mail is written to `DATA_DIR/outbox`, and the screens say so.',
      ),
      setting(
        'MAIL_FROM',
        ['email address', 'no-reply@{host of APP_ORIGIN}', 'hello@app.example'],
        'Sender of all mail.',
      ),
      setting(
        'OPERATOR_EMAIL',
        [
          'email address',
          'that of VAPID_SUBJECT, else postmaster@{host of APP_ORIGIN}',
          'ops@app.example',
        ],
        'Receives reports of links, objections and warnings about disks.',
      ),
      setting(
        'SMS_URL',
        ['URL', '', 'https://gateway.example/send?key=secret'],
        'Gateway that takes `{"to","text"}` as JSON. Not set: text messages are written to `DATA_DIR/outbox`.',
      ),
      setting(
        'VAPID_SUBJECT',
        [
          'mailto: or https: address',
          'APP_ORIGIN if it is https, else mailto:postmaster@{host name}',
          'mailto:ops@app.example',
        ],
        'Contact for push services.',
      ),
    ],
  },
  {
    title: 'Accounts and limits',
    settings: [
      setting(
        'SIGNUP',
        ['`open`, `closed` or `invite`', 'open', 'invite'],
        'Who can create an account. `invite`: people with a link from `operator -- invite`.',
      ),
      setting(
        'LINKS_PER_PERSON',
        ['links', '50000', '10000'],
        'Maximum number of links per account.',
      ),
      setting(
        'LINKS_PER_HOUR',
        ['links per hour', '25000', '1000'],
        'Links that an account can create per hour, imports included.',
      ),
      setting(
        'SEARCHES_PER_MINUTE',
        ['searches per minute', '600', '120'],
        'Link searches per account.',
      ),
      setting(
        'FORMER_CODES_PER_LINK',
        ['codes', '20', '5'],
        'Former short codes that one link keeps.',
      ),
    ],
  },
]
