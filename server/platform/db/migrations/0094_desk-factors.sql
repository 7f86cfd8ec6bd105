CREATE TABLE "desk_recovery_codes" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "desk_people" ADD COLUMN "sealed_secret" text;--> statement-breakpoint
ALTER TABLE "desk_people" ADD COLUMN "last_step" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "desk_people" ADD COLUMN "factor_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "desk_recovery_codes" ADD CONSTRAINT "desk_recovery_codes_person_id_desk_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."desk_people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "desk_recovery_codes_person" ON "desk_recovery_codes" USING btree ("person_id");