CREATE TABLE "edge_changes" (
	"tx" bigint DEFAULT (pg_current_xact_id()::text)::bigint NOT NULL,
	"table_name" text NOT NULL,
	"key" jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "edges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"shipments" bigint DEFAULT 0 NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "edge_changes_tx" ON "edge_changes" USING btree ("tx");--> statement-breakpoint
-- Notes the primary key of a changed row. The arguments are the columns of the key.
create function note_edge_change() returns trigger language plpgsql as $$
declare
  changed record;
  row_key jsonb;
begin
  if current_setting('split.restoring', true) = 'on' then return null; end if;
  if tg_op = 'DELETE' then changed := old; else changed := new; end if;
  -- Rows of links are large, so their key is read without the rest.
  if tg_argv[0] = 'id' then
    row_key := jsonb_build_object('id', changed.id);
  else
    select jsonb_object_agg(name, to_jsonb(changed) -> name) into row_key
      from unnest(tg_argv) as name;
  end if;
  insert into edge_changes (table_name, key) values (tg_table_name, row_key);
  return null;
end $$;
--> statement-breakpoint
create trigger links_edge after insert or delete or update of user_id, domain_id, short_code,
  exact_code, url, utm_source, utm_medium, utm_campaign, utm_term, utm_content,
  treat_as_in_network, brand_id, expires_at, starts_at, max_clicks, fallback_url, pass_query,
  rules, open_in_browser, kept_in_app, blocked_at on links
  for each row execute function note_edge_change('id');
--> statement-breakpoint
create trigger former_codes_edge after insert or delete or update on former_codes
  for each row execute function note_edge_change('domain_id', 'code', 'exact_code');
--> statement-breakpoint
create trigger link_domains_edge after insert or delete
  or update of domain, user_id, status, has_exact_codes on link_domains
  for each row execute function note_edge_change('id');
--> statement-breakpoint
create trigger link_passwords_edge after insert or delete or update on link_passwords
  for each row execute function note_edge_change('link_id');
--> statement-breakpoint
create trigger network_settings_edge after insert or delete or update on network_settings
  for each row execute function note_edge_change('user_id');
--> statement-breakpoint
create trigger users_edge after insert or delete or update of time_zone, open_in_browser on users
  for each row execute function note_edge_change('id');
--> statement-breakpoint
create trigger pages_edge after insert or delete
  or update of user_id, slug, is_published, blocked_at on pages
  for each row execute function note_edge_change('id');
--> statement-breakpoint
create trigger brands_edge after insert or delete or update of click_param, archived_at on brands
  for each row execute function note_edge_change('id');
--> statement-breakpoint
create trigger stores_edge after insert or delete or update on stores
  for each row execute function note_edge_change('id');
