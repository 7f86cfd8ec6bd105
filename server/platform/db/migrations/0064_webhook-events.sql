CREATE TABLE "webhook_clicks" (
	"webhook_id" integer NOT NULL,
	"link_id" uuid NOT NULL,
	"clicks" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "webhook_clicks_webhook_id_link_id_pk" PRIMARY KEY("webhook_id","link_id")
);
--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "endings_until" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "clicks_reported_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "webhook_clicks" ADD CONSTRAINT "webhook_clicks_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "links_ending" ON "links" USING btree ("user_id","expires_at") WHERE "links"."expires_at" is not null;--> statement-breakpoint
-- Events are written by triggers, in the transaction that changes a row. Each trigger makes one
-- indexed query if its owner has no webhook. Restored rows cause no events.
create function has_webhook(owner uuid, brand uuid) returns boolean language sql stable as $$
  select current_setting('split.restoring', true) is distinct from 'on'
    and (exists (select from webhooks where user_id = owner and disabled_at is null)
      or (brand is not null
        and exists (select from webhooks where brand_id = brand and disabled_at is null)))
$$;
--> statement-breakpoint
-- Queues the job that sends, once per transaction. The setting ends with the transaction.
create function wake_webhooks() returns void language plpgsql as $$
begin
  if current_setting('split.webhooks_woken', true) is distinct from 'on' then
    perform set_config('split.webhooks_woken', 'on', true);
    perform graphile_worker.add_job('webhooks', '{}'::json);
  end if;
end $$;
--> statement-breakpoint
create function add_user_event(owner uuid, event_type text, object text, data jsonb)
  returns void language plpgsql as $$
begin
  insert into webhook_deliveries (webhook_id, event, object_id, facts)
  select id, event_type, object, data from webhooks
  where user_id = owner and disabled_at is null and event_type = any(events);
  if found then perform wake_webhooks(); end if;
end $$;
--> statement-breakpoint
create function add_brand_event(brand uuid, about uuid, event_type text, object text, data jsonb)
  returns void language plpgsql as $$
begin
  insert into webhook_deliveries (webhook_id, event, object_id, facts, about_user_id)
  select id, event_type, object, data, about from webhooks
  where brand_id = brand and disabled_at is null and event_type = any(events)
    and exists (select from users where id = about);
  if found then perform wake_webhooks(); end if;
end $$;
--> statement-breakpoint
create function add_link_events() returns trigger language plpgsql as $$
declare
  data jsonb;
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
  end if;
  if new.expires_at <= now() and (tg_op = 'INSERT' or old.expires_at is distinct from new.expires_at)
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
create trigger links_events_insert after insert on links
  for each row execute function add_link_events();
--> statement-breakpoint
create trigger links_events_update after update on links for each row
  when ((old.name, old.url, old.tags, old.short_code, old.domain_id, old.utm_source, old.utm_medium,
      old.utm_campaign, old.utm_term, old.utm_content, old.is_hidden, old.expires_at,
      old.fallback_url, old.pass_query, old.external_id, old.blocked_at, old.image_key,
      old.custom_image_upload_id)
    is distinct from (new.name, new.url, new.tags, new.short_code, new.domain_id, new.utm_source,
      new.utm_medium, new.utm_campaign, new.utm_term, new.utm_content, new.is_hidden,
      new.expires_at, new.fallback_url, new.pass_query, new.external_id, new.blocked_at,
      new.image_key, new.custom_image_upload_id))
  execute function add_link_events();
--> statement-breakpoint
create function add_conversion_event(conversion conversions, event_type text)
  returns void language plpgsql as $$
begin
  perform add_user_event(conversion.user_id, event_type, conversion.id::text, to_jsonb(conversion));
  if conversion.kind = 'commission' and conversion.brand_id is not null then
    perform add_brand_event(conversion.brand_id, conversion.user_id, event_type, conversion.id::text,
      to_jsonb(conversion));
  end if;
end $$;
--> statement-breakpoint
create function add_conversion_events() returns trigger language plpgsql as $$
declare
  before text := 'new';
begin
  if not has_webhook(new.user_id, new.brand_id) then return null; end if;
  if tg_op = 'UPDATE' then before := old.state; end if;
  if before = 'new' then perform add_conversion_event(new, 'conversion.created'); end if;
  if new.state in ('approved', 'available') and before not in ('approved', 'available') then
    perform add_conversion_event(new, 'conversion.approved');
  elsif new.state = 'reversed' then
    perform add_conversion_event(new, 'conversion.reversed');
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger conversions_events_insert after insert on conversions for each row
  when (new.state <> 'new') execute function add_conversion_events();
--> statement-breakpoint
create trigger conversions_events_update after update on conversions for each row
  when (new.state <> old.state) execute function add_conversion_events();
--> statement-breakpoint
create function add_redemption_events() returns trigger language plpgsql as $$
begin
  if not has_webhook(new.user_id, null) then return null; end if;
  perform add_user_event(new.user_id,
    case when tg_op = 'INSERT' then 'redemption.requested'
      when new.state = 'paid' then 'redemption.paid'
      else 'redemption.returned' end,
    new.id::text, to_jsonb(new));
  return null;
end $$;
--> statement-breakpoint
create trigger redemptions_events_insert after insert on redemptions
  for each row execute function add_redemption_events();
--> statement-breakpoint
create trigger redemptions_events_update after update on redemptions for each row
  when (new.state <> old.state and new.state in ('paid', 'returned', 'rejected'))
  execute function add_redemption_events();
--> statement-breakpoint
create function add_page_events() returns trigger language plpgsql as $$
begin
  if has_webhook(new.user_id, null) then
    perform add_user_event(new.user_id, 'page.published', new.id::text, to_jsonb(new));
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger pages_events_insert after insert on pages for each row
  when (new.is_published) execute function add_page_events();
--> statement-breakpoint
create trigger pages_events_update after update on pages for each row
  when (new.is_published and not old.is_published) execute function add_page_events();
--> statement-breakpoint
create function add_connection_events() returns trigger language plpgsql as $$
begin
  if has_webhook(new.user_id, new.brand_id) then
    perform add_user_event(new.user_id, 'connection.accepted', new.id::text, to_jsonb(new));
    perform add_brand_event(new.brand_id, new.user_id, 'connection.accepted', new.id::text,
      to_jsonb(new));
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger connections_events_insert after insert on unmasking_invitations for each row
  when (new.status = 'accepted') execute function add_connection_events();
--> statement-breakpoint
create trigger connections_events_update after update on unmasking_invitations for each row
  when (new.status = 'accepted' and old.status <> 'accepted')
  execute function add_connection_events();
--> statement-breakpoint
create function add_message_events() returns trigger language plpgsql as $$
declare
  channel chat_channels;
begin
  select * into channel from chat_channels where id = new.channel_id;
  if not has_webhook(channel.user_id, channel.brand_id) then return null; end if;
  if new.author = 'other' then
    perform add_user_event(channel.user_id, 'message.received', channel.id::text,
      to_jsonb(new) || jsonb_build_object('brand_id', channel.brand_id));
  elsif channel.brand_id is not null then
    perform add_brand_event(channel.brand_id, channel.user_id, 'message.received',
      channel.id::text, to_jsonb(new));
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger messages_events_update after insert on chat_messages
  for each row execute function add_message_events();
