CREATE TABLE "receipt_details" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"legal_name" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"sealed_tax_id" text
);
--> statement-breakpoint
ALTER TABLE "redemptions" ADD COLUMN "waits_for_form" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "wallets" ADD COLUMN "tax_form_since" date;