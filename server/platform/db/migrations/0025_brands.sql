CREATE TABLE "brand_rates" (
	"id" serial PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"category" text DEFAULT '' NOT NULL,
	"new_customers" boolean DEFAULT false NOT NULL,
	"rate_basis_points" integer NOT NULL,
	"share_basis_points" integer NOT NULL,
	"starts_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "charities" (
	"id" serial PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"website" text DEFAULT '' NOT NULL,
	"logo_key" text,
	"archived_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "gift_card_vendors" (
	"id" serial PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"logo_key" text,
	"archived_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "currency_rates" (
	"currency" text NOT NULL,
	"day" date NOT NULL,
	"dollars" numeric(18, 8) NOT NULL,
	CONSTRAINT "currency_rates_currency_day_pk" PRIMARY KEY("currency","day")
);
--> statement-breakpoint
ALTER TABLE "stores" DROP CONSTRAINT "stores_pkey";--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "key" text DEFAULT gen_random_uuid()::text NOT NULL;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "logo_key" text;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "cover_key" text;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "website" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "categories" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "hold_days" integer DEFAULT 30 NOT NULL;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "min_hold_hours" integer DEFAULT 72 NOT NULL;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "window_days" integer DEFAULT 30 NOT NULL;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "return_days" integer DEFAULT 14 NOT NULL;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "base" text DEFAULT 'net' NOT NULL;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "pays" text DEFAULT 'when_funded' NOT NULL;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "attribution" text DEFAULT 'click_first' NOT NULL;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "allow_get_key" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "same_price" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "archived_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "created_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "id" serial PRIMARY KEY NOT NULL;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "path" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "brand_rates" ADD CONSTRAINT "brand_rates_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "brand_rates_brand" ON "brand_rates" USING btree ("brand_id","starts_at");--> statement-breakpoint
CREATE UNIQUE INDEX "charities_key" ON "charities" USING btree ("key");--> statement-breakpoint
CREATE UNIQUE INDEX "gift_card_vendors_key" ON "gift_card_vendors" USING btree ("key");--> statement-breakpoint
CREATE UNIQUE INDEX "brands_key" ON "brands" USING btree ("key");--> statement-breakpoint
CREATE UNIQUE INDEX "stores_place" ON "stores" USING btree ("host","path");--> statement-breakpoint
CREATE INDEX "stores_brand" ON "stores" USING btree ("brand_id");