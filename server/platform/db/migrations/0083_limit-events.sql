create function is_used_up(link uuid, places integer) returns boolean language sql stable as $$
  select places is not null
    and exists (select from link_places where link_id = link and used >= places)
$$;
--> statement-breakpoint
-- A link ends with its last place. Its owner's page no longer shows it then.
create function add_used_up_event() returns trigger language plpgsql as $$
declare
  link links;
begin
  select * into link from links where id = new.link_id;
  if link.max_clicks is null or new.used < link.max_clicks or old.used >= link.max_clicks then
    return null;
  end if;
  perform pg_notify('split_pages', link.user_id::text);
  if has_webhook(link.user_id, null) then
    perform add_user_event(link.user_id, 'link.ended', link.id::text,
      (to_jsonb(link) - array['search_text', 'block_why', 'block_rule', 'change_seq'])
        || '{"reason": "used_up"}');
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger link_places_events after update of used on link_places
  for each row when (new.used > old.used) execute function add_used_up_event();
--> statement-breakpoint
create or replace function add_link_events() returns trigger language plpgsql as $$
declare
  data jsonb;
  used_places integer;
begin
  if not has_webhook(new.user_id, null) then return null; end if;
  data := to_jsonb(new) - array['search_text', 'block_why', 'block_rule', 'change_seq'];
  if tg_op = 'INSERT' then
    perform add_user_event(new.user_id, 'link.created', new.id::text, data);
  else
    perform add_user_event(new.user_id, 'link.updated', new.id::text, data);
    if new.blocked_at is not null and old.blocked_at is null then
      perform add_user_event(new.user_id, 'link.ended', new.id::text,
        data || '{"reason": "blocked"}');
    end if;
    if new.max_clicks < old.max_clicks and (new.expires_at is null or new.expires_at > now()) then
      -- The lock waits for a visitor who takes a place under the higher limit.
      select used into used_places from link_places where link_id = new.id for update;
      if used_places >= new.max_clicks and used_places < old.max_clicks then
        perform add_user_event(new.user_id, 'link.ended', new.id::text,
          data || '{"reason": "used_up"}');
      end if;
    end if;
  end if;
  if new.expires_at <= now() and (tg_op = 'INSERT' or old.expires_at is distinct from new.expires_at)
    and not is_used_up(new.id, new.max_clicks)
  then
    -- Later times are found by the job that watches the clock. The lock makes it wait.
    insert into webhook_deliveries (webhook_id, event, object_id, facts)
    select id, 'link.ended', new.id::text, data || '{"reason": "expired"}'
    from (
      select id, endings_until from webhooks
      where user_id = new.user_id and disabled_at is null and 'link.ended' = any(events)
      for share
    ) as watching
    where new.expires_at <= endings_until;
    if found then perform wake_webhooks(); end if;
  end if;
  return null;
end $$;
--> statement-breakpoint
drop trigger links_events_update on links;--> statement-breakpoint
create trigger links_events_update after update on links for each row
  when ((old.name, old.url, old.tags, old.short_code, old.domain_id, old.utm_source, old.utm_medium,
      old.utm_campaign, old.utm_term, old.utm_content, old.is_hidden, old.starts_at,
      old.expires_at, old.max_clicks, old.has_password, old.fallback_url, old.pass_query, old.rules,
      old.open_in_browser, old.kept_in_app, old.external_id, old.blocked_at, old.image_key,
      old.custom_image_upload_id)
    is distinct from (new.name, new.url, new.tags, new.short_code, new.domain_id, new.utm_source,
      new.utm_medium, new.utm_campaign, new.utm_term, new.utm_content, new.is_hidden,
      new.starts_at, new.expires_at, new.max_clicks, new.has_password, new.fallback_url,
      new.pass_query, new.rules, new.open_in_browser, new.kept_in_app, new.external_id,
      new.blocked_at, new.image_key, new.custom_image_upload_id))
  execute function add_link_events();
