ALTER TABLE "postback_calls" ADD COLUMN "unknown_fields" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "missing_sales" ADD COLUMN "brand_id" uuid;