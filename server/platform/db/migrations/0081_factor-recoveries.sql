CREATE TABLE "factor_recoveries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"mailed_at" timestamp with time zone,
	"undone_at" timestamp with time zone,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "factor_recoveries" ADD CONSTRAINT "factor_recoveries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "factor_recoveries_open" ON "factor_recoveries" USING btree ("user_id") WHERE "factor_recoveries"."undone_at" is null and "factor_recoveries"."finished_at" is null;--> statement-breakpoint
CREATE INDEX "factor_recoveries_user" ON "factor_recoveries" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "factor_recoveries_end" ON "factor_recoveries" USING btree ("ends_at");