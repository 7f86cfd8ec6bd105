ALTER TABLE "payout_batches" ADD COLUMN "method" text DEFAULT 'hand' NOT NULL;--> statement-breakpoint
ALTER TABLE "payout_batches" ADD COLUMN "sent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payout_batches" ADD COLUMN "unknown_tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payout_batches" ADD COLUMN "paypal_id" text;--> statement-breakpoint
ALTER TABLE "payout_batches" ADD COLUMN "next_look_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payout_batches" ADD COLUMN "problem" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "redemptions" ADD COLUMN "paypal_state" text;--> statement-breakpoint
ALTER TABLE "redemptions" ADD COLUMN "paypal_fee_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "payout_batches_due" ON "payout_batches" USING btree ("next_look_at") WHERE "payout_batches"."next_look_at" is not null;--> statement-breakpoint
CREATE INDEX "redemptions_batch" ON "redemptions" USING btree ("batch_id");