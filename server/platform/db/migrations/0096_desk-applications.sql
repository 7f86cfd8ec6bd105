CREATE TABLE "desk_applications" (
	"id" serial PRIMARY KEY NOT NULL,
	"brand_name" text NOT NULL,
	"website" text NOT NULL,
	"contact_name" text NOT NULL,
	"email" text NOT NULL,
	"sells" text NOT NULL,
	"offer" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"key_hash" text,
	"confirmed_at" timestamp with time zone,
	"decided_at" timestamp with time zone,
	"decision" text,
	"decided_why" text DEFAULT '' NOT NULL,
	"decided_by" text DEFAULT '' NOT NULL,
	"brand_key" text
);
--> statement-breakpoint
CREATE UNIQUE INDEX "desk_applications_key" ON "desk_applications" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "desk_applications_open" ON "desk_applications" USING btree ("confirmed_at") WHERE "desk_applications"."confirmed_at" is not null and "desk_applications"."decided_at" is null;