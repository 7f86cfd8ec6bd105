CREATE TABLE "link_health" (
	"link_id" uuid PRIMARY KEY NOT NULL,
	"url" text DEFAULT '' NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"checked_at" timestamp with time zone,
	"problem" text,
	"suspicion" text,
	"suspected_at" timestamp with time zone,
	"dismissed" text,
	"etag" text,
	"last_modified" text
);
--> statement-breakpoint
CREATE TABLE "visited_sites" (
	"origin" text PRIMARY KEY NOT NULL,
	"robots" text,
	"fetched_at" timestamp with time zone,
	"paused_until" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "link_health" ADD CONSTRAINT "link_health_link_id_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "link_health_due" ON "link_health" USING btree ("due_at");