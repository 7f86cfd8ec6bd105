CREATE TABLE "ledger_checkpoints" (
	"owner" uuid NOT NULL,
	"account" text NOT NULL,
	"through_id" bigint NOT NULL,
	"cents" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_checkpoints_owner_account_pk" PRIMARY KEY("owner","account")
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"transaction_id" uuid NOT NULL,
	"account" text NOT NULL,
	"owner" uuid NOT NULL,
	"cents" bigint NOT NULL,
	"kind" text NOT NULL,
	"reference" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_owners" (
	"owner" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payout_batches" (
	"id" serial PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "redemption_changes" (
	"id" serial PRIMARY KEY NOT NULL,
	"redemption_id" integer NOT NULL,
	"state" text NOT NULL,
	"why" text DEFAULT '' NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "redemptions" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"cents" bigint DEFAULT 0 NOT NULL,
	"state" text NOT NULL,
	"target" text NOT NULL,
	"charity_id" integer,
	"note" text DEFAULT '' NOT NULL,
	"reference" text DEFAULT '' NOT NULL,
	"fee_cents" bigint DEFAULT 0 NOT NULL,
	"request_key" text,
	"offer_id" integer,
	"batch_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"paid_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "vouchers" (
	"id" serial PRIMARY KEY NOT NULL,
	"vendor_id" integer NOT NULL,
	"value_cents" bigint DEFAULT 0 NOT NULL,
	"currency" text DEFAULT 'USD' NOT NULL,
	"country" text DEFAULT '' NOT NULL,
	"ends_on" date,
	"code_hash" text NOT NULL,
	"sealed_code" text NOT NULL,
	"sealed_pin" text,
	"redemption_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wallets" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"threshold_cents" bigint DEFAULT 1000 NOT NULL,
	"auto_redeem" boolean DEFAULT false NOT NULL,
	"paypal_email" text DEFAULT '' NOT NULL,
	"next_email" text DEFAULT '' NOT NULL,
	"next_key_hash" text,
	"next_asked_at" timestamp with time zone,
	"next_usable_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "conversion_changes" (
	"id" serial PRIMARY KEY NOT NULL,
	"conversion_id" integer NOT NULL,
	"what" text NOT NULL,
	"why" text DEFAULT '' NOT NULL,
	"by" text DEFAULT '' NOT NULL,
	"state" text NOT NULL,
	"cents" bigint DEFAULT 0 NOT NULL,
	"fingerprint" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "conversions" (
	"id" serial PRIMARY KEY NOT NULL,
	"kind" text DEFAULT 'commission' NOT NULL,
	"brand_id" uuid,
	"order_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"link_id" uuid,
	"link_name" text DEFAULT '' NOT NULL,
	"click_id" uuid,
	"click_at" timestamp with time zone,
	"click_kind" smallint,
	"attributed_by" text NOT NULL,
	"base_cents" bigint DEFAULT 0 NOT NULL,
	"base_kind" text DEFAULT 'net' NOT NULL,
	"currency" text DEFAULT 'USD' NOT NULL,
	"original_minor" bigint DEFAULT 0 NOT NULL,
	"dollars" numeric(18, 8),
	"dollars_day" text,
	"lines" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"commission_cents" bigint DEFAULT 0 NOT NULL,
	"fee_cents" bigint DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'new' NOT NULL,
	"account" text,
	"posted_cents" bigint DEFAULT 0 NOT NULL,
	"posted_fee_cents" bigint DEFAULT 0 NOT NULL,
	"ordered_at" timestamp with time zone NOT NULL,
	"hold_ends_at" timestamp with time zone NOT NULL,
	"min_hold_ends_at" timestamp with time zone NOT NULL,
	"return_ends_at" timestamp with time zone NOT NULL,
	"return_passed" boolean DEFAULT false NOT NULL,
	"guaranteed" boolean DEFAULT false NOT NULL,
	"approved_at" timestamp with time zone,
	"available_at" timestamp with time zone,
	"reversed_at" timestamp with time zone,
	"funded_at" timestamp with time zone,
	"funded_cents" bigint DEFAULT 0 NOT NULL,
	"hold_rule" text,
	"hold_look_at" timestamp with time zone,
	"appeal" text DEFAULT '' NOT NULL,
	"appealed_at" timestamp with time zone,
	"signed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "postback_calls" (
	"id" serial PRIMARY KEY NOT NULL,
	"brand_id" uuid,
	"method" text NOT NULL,
	"raw" text NOT NULL,
	"state" text NOT NULL,
	"input" jsonb,
	"status" smallint NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"tries" bigint DEFAULT 0 NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "postback_keys" (
	"id" serial PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"key_hash" text NOT NULL,
	"sealed" text NOT NULL,
	"ends_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settlements" (
	"id" serial PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"cents" bigint DEFAULT 0 NOT NULL,
	"reference" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "redemption_changes" ADD CONSTRAINT "redemption_changes_redemption_id_redemptions_id_fk" FOREIGN KEY ("redemption_id") REFERENCES "public"."redemptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redemptions" ADD CONSTRAINT "redemptions_batch_id_payout_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."payout_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vouchers" ADD CONSTRAINT "vouchers_vendor_id_gift_card_vendors_id_fk" FOREIGN KEY ("vendor_id") REFERENCES "public"."gift_card_vendors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vouchers" ADD CONSTRAINT "vouchers_redemption_id_redemptions_id_fk" FOREIGN KEY ("redemption_id") REFERENCES "public"."redemptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversion_changes" ADD CONSTRAINT "conversion_changes_conversion_id_conversions_id_fk" FOREIGN KEY ("conversion_id") REFERENCES "public"."conversions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversions" ADD CONSTRAINT "conversions_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "postback_keys" ADD CONSTRAINT "postback_keys_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlements" ADD CONSTRAINT "settlements_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ledger_entries_transaction" ON "ledger_entries" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "ledger_entries_owner" ON "ledger_entries" USING btree ("owner","id");--> statement-breakpoint
CREATE INDEX "ledger_entries_reference" ON "ledger_entries" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "redemption_changes_redemption" ON "redemption_changes" USING btree ("redemption_id","id");--> statement-breakpoint
CREATE INDEX "redemptions_person" ON "redemptions" USING btree ("user_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "redemptions_request" ON "redemptions" USING btree ("user_id","request_key");--> statement-breakpoint
CREATE INDEX "redemptions_open" ON "redemptions" USING btree ("state","id") WHERE "redemptions"."state" in ('requested', 'in_review', 'processing');--> statement-breakpoint
CREATE UNIQUE INDEX "vouchers_code" ON "vouchers" USING btree ("vendor_id","code_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "vouchers_redemption" ON "vouchers" USING btree ("redemption_id");--> statement-breakpoint
CREATE INDEX "vouchers_stock" ON "vouchers" USING btree ("vendor_id","value_cents","id") WHERE "vouchers"."redemption_id" is null;--> statement-breakpoint
CREATE INDEX "wallets_paypal" ON "wallets" USING btree ("paypal_email") WHERE "wallets"."paypal_email" <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "wallets_next_key" ON "wallets" USING btree ("next_key_hash");--> statement-breakpoint
CREATE INDEX "conversion_changes_conversion" ON "conversion_changes" USING btree ("conversion_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "conversions_order" ON "conversions" USING btree ("brand_id","order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "conversions_bonus" ON "conversions" USING btree ("user_id","order_id") WHERE "conversions"."kind" = 'bonus';--> statement-breakpoint
CREATE INDEX "conversions_person" ON "conversions" USING btree ("user_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "conversions_click" ON "conversions" USING btree ("click_id");--> statement-breakpoint
CREATE INDEX "conversions_brand" ON "conversions" USING btree ("brand_id","ordered_at","id");--> statement-breakpoint
CREATE INDEX "conversions_approved" ON "conversions" USING btree ("approved_at");--> statement-breakpoint
CREATE INDEX "conversions_hold" ON "conversions" USING btree ("hold_ends_at") WHERE "conversions"."approved_at" is null and "conversions"."reversed_at" is null;--> statement-breakpoint
CREATE INDEX "conversions_least" ON "conversions" USING btree ("min_hold_ends_at") WHERE "conversions"."state" = 'approved';--> statement-breakpoint
CREATE INDEX "conversions_returns" ON "conversions" USING btree ("return_ends_at") WHERE not "conversions"."return_passed";--> statement-breakpoint
CREATE INDEX "postback_calls_newest" ON "postback_calls" USING btree ("brand_id","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "postback_calls_age" ON "postback_calls" USING btree ("at");--> statement-breakpoint
CREATE INDEX "postback_calls_waiting" ON "postback_calls" USING btree ("at") WHERE "postback_calls"."state" = 'parked';--> statement-breakpoint
CREATE UNIQUE INDEX "postback_keys_hash" ON "postback_keys" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "postback_keys_brand" ON "postback_keys" USING btree ("brand_id");--> statement-breakpoint
CREATE UNIQUE INDEX "settlements_reference" ON "settlements" USING btree ("brand_id","reference");