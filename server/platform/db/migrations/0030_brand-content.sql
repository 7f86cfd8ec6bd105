CREATE TABLE "brand_standings" (
	"brand_id" uuid PRIMARY KEY NOT NULL,
	"visitors" integer DEFAULT 0 NOT NULL,
	"commission_cents" bigint DEFAULT 0 NOT NULL,
	"counted_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trending_products" (
	"id" serial PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"host" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"image_key" text,
	"brand_id" uuid,
	"visitors" integer NOT NULL,
	"counted_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "campaigns" (
	"id" serial PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"brand_id" uuid NOT NULL,
	"name" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"image_key" text,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"apply_message" text DEFAULT '' NOT NULL,
	"archived_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "promotions" (
	"id" serial PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"type" text DEFAULT 'event' NOT NULL,
	"brand_id" uuid,
	"title" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"image_key" text,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"url" text DEFAULT '' NOT NULL,
	"bonus_cents" integer,
	"archived_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "categories" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"archived_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "faq_entries" (
	"id" serial PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"question" text NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"archived_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "onboarding_texts" (
	"key" text PRIMARY KEY NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"basis" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "static_texts" (
	"key" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"archived_at" timestamp with time zone,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "brand_standings" ADD CONSTRAINT "brand_standings_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trending_products" ADD CONSTRAINT "trending_products_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotions" ADD CONSTRAINT "promotions_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "trending_products_url" ON "trending_products" USING btree ("url");--> statement-breakpoint
CREATE UNIQUE INDEX "campaigns_key" ON "campaigns" USING btree ("key");--> statement-breakpoint
CREATE INDEX "campaigns_brand" ON "campaigns" USING btree ("brand_id");--> statement-breakpoint
CREATE UNIQUE INDEX "promotions_key" ON "promotions" USING btree ("key");--> statement-breakpoint
CREATE INDEX "promotions_brand" ON "promotions" USING btree ("brand_id");--> statement-breakpoint
CREATE UNIQUE INDEX "categories_name" ON "categories" USING btree ("name");--> statement-breakpoint
CREATE UNIQUE INDEX "faq_entries_key" ON "faq_entries" USING btree ("key");