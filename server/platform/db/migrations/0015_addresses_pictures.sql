CREATE TABLE "link_addresses" (
	"id" serial PRIMARY KEY NOT NULL,
	"link_id" uuid NOT NULL,
	"user_id" uuid,
	"from_url" text NOT NULL,
	"to_url" text NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "scheme_added" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "address_corrected" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "link_imports" ADD COLUMN "failure" text;--> statement-breakpoint
ALTER TABLE "link_addresses" ADD CONSTRAINT "link_addresses_link_id_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_addresses" ADD CONSTRAINT "link_addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "link_addresses_link" ON "link_addresses" USING btree ("link_id","id");--> statement-breakpoint
CREATE INDEX "uploads_picture" ON "uploads" USING btree ("image_key");--> statement-breakpoint
CREATE INDEX "public_profiles_upload" ON "public_profiles" USING btree ("image_upload_id");--> statement-breakpoint
CREATE INDEX "links_upload" ON "links" USING btree ("custom_image_upload_id") WHERE "links"."custom_image_upload_id" is not null;--> statement-breakpoint
CREATE INDEX "collections_upload" ON "collections" USING btree ("image_upload_id");