import type { Sql } from '../../server/platform/db/sql.ts'

/** Inserts links `Lamp 1` to `Lamp <count>` of one user, newest first, spread over the days. */
export async function storeLinksOf(sql: Sql, email: string, count: number) {
  await sql`
    insert into links (user_id, short_code, name, url, host, tags, search_text, meta_progress, created_at)
    select users.id, 'p' || substr(users.id::text, 1, 6) || n, 'Lamp ' || n,
      'http://shop.example/product/' || n, 'shop.example', array['tag' || n % 20],
      lower('Lamp ' || n || ' p' || substr(users.id::text, 1, 6) || n) || ' http://shop.example/product/' || n ||
        ' tag' || n % 20, 100,
      now() - n * interval '17 minutes'
    from users, generate_series(1, ${count}::int) n where email = ${email}`
  await sql`analyze links`
}

/** Inserts collections `Room 1` to `Room <count>` with four links each. */
export async function storeCollectionsOf(sql: Sql, email: string, count: number) {
  await sql`
    insert into collections (user_id, kind, name, position)
    select users.id, 'regular', 'Room ' || n, n
    from users, generate_series(1, ${count}::int) n where email = ${email}`
  await sql`
    insert into collection_links (collection_id, link_id, position)
    select room.id, lamp.id, lamp.n % 4
    from (select collections.id, row_number() over (order by position) as n
        from collections join users on users.id = user_id where email = ${email}) room
    join (select links.id, row_number() over (order by links.created_at desc) as n
        from links join users on users.id = user_id where email = ${email}) lamp
      on (lamp.n + 3) / 4 = room.n`
}
