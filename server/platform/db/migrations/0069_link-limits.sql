CREATE TABLE "link_passwords" (
	"link_id" uuid PRIMARY KEY NOT NULL,
	"password_hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "link_places" (
	"link_id" uuid PRIMARY KEY NOT NULL,
	"used" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "starts_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "max_clicks" integer;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "has_password" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "link_passwords" ADD CONSTRAINT "link_passwords_link_id_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_places" ADD CONSTRAINT "link_places_link_id_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
drop trigger links_events_update on links;--> statement-breakpoint
create trigger links_events_update after update on links for each row
  when ((old.name, old.url, old.tags, old.short_code, old.domain_id, old.utm_source, old.utm_medium,
      old.utm_campaign, old.utm_term, old.utm_content, old.is_hidden, old.starts_at,
      old.expires_at, old.max_clicks, old.has_password, old.fallback_url, old.pass_query, old.rules,
      old.external_id, old.blocked_at, old.image_key, old.custom_image_upload_id)
    is distinct from (new.name, new.url, new.tags, new.short_code, new.domain_id, new.utm_source,
      new.utm_medium, new.utm_campaign, new.utm_term, new.utm_content, new.is_hidden,
      new.starts_at, new.expires_at, new.max_clicks, new.has_password, new.fallback_url,
      new.pass_query, new.rules, new.external_id, new.blocked_at, new.image_key,
      new.custom_image_upload_id))
  execute function add_link_events();
