CREATE TABLE "history_entries" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"link_id" uuid,
	"page_id" integer,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"actor_name" text NOT NULL,
	"changes" jsonb NOT NULL,
	"restored_from" timestamp with time zone,
	"upload_id" integer
);
--> statement-breakpoint
ALTER TABLE "history_entries" ADD CONSTRAINT "history_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "history_entries" ADD CONSTRAINT "history_entries_link_id_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "history_entries" ADD CONSTRAINT "history_entries_page_id_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "history_entries" ADD CONSTRAINT "history_entries_upload_id_uploads_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."uploads"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "history_entries_link" ON "history_entries" USING btree ("link_id","id") WHERE "history_entries"."link_id" is not null;--> statement-breakpoint
CREATE INDEX "history_entries_page" ON "history_entries" USING btree ("page_id","id") WHERE "history_entries"."page_id" is not null;--> statement-breakpoint
CREATE INDEX "history_entries_user" ON "history_entries" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "history_entries_time" ON "history_entries" USING btree ("changed_at");--> statement-breakpoint
CREATE INDEX "history_entries_upload" ON "history_entries" USING btree ("upload_id") WHERE "history_entries"."upload_id" is not null;--> statement-breakpoint
CREATE INDEX "history_entries_others" ON "history_entries" USING btree ("actor_id") WHERE "history_entries"."actor_kind" = 'person' and "history_entries"."actor_id" <> "history_entries"."user_id"::text;