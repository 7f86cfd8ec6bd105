CREATE TABLE "account_changes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"thing" text NOT NULL,
	"event" text NOT NULL,
	"name" text NOT NULL,
	"name_before" text,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"actor_name" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account_changes" ADD CONSTRAINT "account_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_changes_user" ON "account_changes" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "account_changes_time" ON "account_changes" USING btree ("changed_at");--> statement-breakpoint
CREATE INDEX "account_changes_others" ON "account_changes" USING btree ("actor_id") WHERE "account_changes"."actor_kind" = 'person' and "account_changes"."actor_id" <> "account_changes"."user_id"::text;