CREATE TABLE "missing_sales" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"shop" text NOT NULL,
	"order_number" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"conversion_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"answered_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "missing_sales" ADD CONSTRAINT "missing_sales_conversion_id_conversions_id_fk" FOREIGN KEY ("conversion_id") REFERENCES "public"."conversions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "missing_sales_person" ON "missing_sales" USING btree ("user_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "missing_sales_order" ON "missing_sales" USING btree ("user_id",lower("shop"),lower("order_number"));--> statement-breakpoint
CREATE INDEX "missing_sales_open" ON "missing_sales" USING btree ("id") WHERE "missing_sales"."state" = 'open';