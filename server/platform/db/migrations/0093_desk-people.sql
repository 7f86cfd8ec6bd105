CREATE TABLE "desk_changes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"who" text NOT NULL,
	"did" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "desk_people" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"brand_id" uuid NOT NULL,
	"email" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"role" text NOT NULL,
	"invited_by" text DEFAULT '' NOT NULL,
	"invited_at" timestamp with time zone DEFAULT now() NOT NULL,
	"joined_at" timestamp with time zone
);
--> statement-breakpoint
-- Addresses become owners. Who used the links of a brand so far is unknown: one owner without an
-- address stands for them, so that sessions, links and identities keep working.
INSERT INTO "desk_people" ("brand_id", "email", "role", "invited_at", "joined_at")
SELECT "brand_id", lower("email"), 'owner', min("created_at"), min("created_at")
FROM "desk_addresses" GROUP BY "brand_id", lower("email");
--> statement-breakpoint
INSERT INTO "desk_people" ("brand_id", "email", "role", "invited_at", "joined_at")
SELECT "brand_id", '', 'owner', min("created_at"), min("created_at") FROM (
	SELECT "brand_id", "created_at" FROM "desk_links"
	UNION ALL SELECT "brand_id", "created_at" FROM "desk_sessions"
	UNION ALL SELECT "brand_id", "created_at" FROM "desk_identities"
) AS "used" GROUP BY "brand_id";
--> statement-breakpoint
DELETE FROM "desk_addresses";
--> statement-breakpoint
ALTER TABLE "desk_identities" ADD COLUMN "person_id" uuid;
--> statement-breakpoint
UPDATE "desk_identities" SET "person_id" = "desk_people"."id" FROM "desk_people"
WHERE "desk_people"."brand_id" = "desk_identities"."brand_id" AND "desk_people"."email" = '';
--> statement-breakpoint
ALTER TABLE "desk_identities" ALTER COLUMN "person_id" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "desk_links" ADD COLUMN "person_id" uuid;
--> statement-breakpoint
UPDATE "desk_links" SET "person_id" = "desk_people"."id" FROM "desk_people"
WHERE "desk_people"."brand_id" = "desk_links"."brand_id" AND "desk_people"."email" = '';
--> statement-breakpoint
ALTER TABLE "desk_links" ALTER COLUMN "person_id" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "desk_sessions" ADD COLUMN "person_id" uuid;
--> statement-breakpoint
UPDATE "desk_sessions" SET "person_id" = "desk_people"."id" FROM "desk_people"
WHERE "desk_people"."brand_id" = "desk_sessions"."brand_id" AND "desk_people"."email" = '';
--> statement-breakpoint
ALTER TABLE "desk_sessions" ALTER COLUMN "person_id" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "desk_changes" ADD CONSTRAINT "desk_changes_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk_people" ADD CONSTRAINT "desk_people_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "desk_changes_brand" ON "desk_changes" USING btree ("brand_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "desk_changes_age" ON "desk_changes" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "desk_people_email" ON "desk_people" USING btree ("brand_id","email");--> statement-breakpoint
CREATE INDEX "desk_people_address" ON "desk_people" USING btree ("email");--> statement-breakpoint
ALTER TABLE "desk_identities" ADD CONSTRAINT "desk_identities_person_id_desk_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."desk_people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk_links" ADD CONSTRAINT "desk_links_person_id_desk_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."desk_people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk_sessions" ADD CONSTRAINT "desk_sessions_person_id_desk_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."desk_people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "desk_identities_person" ON "desk_identities" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "desk_links_person" ON "desk_links" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "desk_sessions_person" ON "desk_sessions" USING btree ("person_id");