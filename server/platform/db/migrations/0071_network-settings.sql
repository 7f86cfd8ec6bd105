CREATE TABLE "network_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"add_sub_ids" boolean DEFAULT false NOT NULL,
	"amazon_tag" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "network_settings" ADD CONSTRAINT "network_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;