import type { connect } from '../../../../server/platform/db/client.ts'

/** Stores an owner with links of these short codes, for a server in another process. */
export const storeLinks = (sql: ReturnType<typeof connect>['sql'], ...codes: string[]) => sql`
  with owner as (
    insert into users (email, password_hash) values ('ana@example.com', 'none') returning id)
  insert into links (user_id, short_code, name, url, host, meta_progress)
  select id, code, code, 'http://shop.example/' || code, 'shop.example', 100
  from owner, unnest(${codes}::text[]) as code`
