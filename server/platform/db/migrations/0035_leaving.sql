CREATE TABLE "leavers" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deletion_at" timestamp with time zone NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"begun_at" timestamp with time zone,
	"gone_at" timestamp with time zone,
	"swept_at" timestamp with time zone,
	"email" text DEFAULT '' NOT NULL,
	"paypal_email" text DEFAULT '' NOT NULL,
	"payout_key_hash" text,
	"told_cents" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
DROP INDEX "link_domains_holder";--> statement-breakpoint
CREATE INDEX "leavers_due" ON "leavers" USING btree ("deletion_at") WHERE "leavers"."swept_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "leavers_payout_key" ON "leavers" USING btree ("payout_key_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "link_domains_holder" ON "link_domains" USING btree ("domain") WHERE "link_domains"."status" in ('verified', 'suspended', 'gone');