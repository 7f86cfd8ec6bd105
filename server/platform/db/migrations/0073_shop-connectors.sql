CREATE TABLE "shop_connectors" (
	"id" serial PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"platform" text NOT NULL,
	"key" text NOT NULL,
	"sealed_secret" text,
	"sealed_old_secret" text,
	"old_secret_ends_at" timestamp with time zone,
	"test_click_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shop_deliveries" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"connector_id" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"sender_id" text,
	"order_number" text DEFAULT '' NOT NULL,
	"outcome" text NOT NULL,
	"why" text DEFAULT '' NOT NULL,
	"times" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shop_orders" (
	"connector_id" integer NOT NULL,
	"order_id" text NOT NULL,
	"base" text NOT NULL,
	"state" jsonb NOT NULL,
	"version" timestamp with time zone NOT NULL,
	"reported" jsonb,
	"reported_version" timestamp with time zone,
	CONSTRAINT "shop_orders_connector_id_order_id_pk" PRIMARY KEY("connector_id","order_id")
);
--> statement-breakpoint
ALTER TABLE "shop_connectors" ADD CONSTRAINT "shop_connectors_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_deliveries" ADD CONSTRAINT "shop_deliveries_connector_id_shop_connectors_id_fk" FOREIGN KEY ("connector_id") REFERENCES "public"."shop_connectors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_orders" ADD CONSTRAINT "shop_orders_connector_id_shop_connectors_id_fk" FOREIGN KEY ("connector_id") REFERENCES "public"."shop_connectors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "shop_connectors_brand" ON "shop_connectors" USING btree ("brand_id","platform");--> statement-breakpoint
CREATE UNIQUE INDEX "shop_connectors_key" ON "shop_connectors" USING btree ("key");--> statement-breakpoint
CREATE INDEX "shop_deliveries_log" ON "shop_deliveries" USING btree ("connector_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "shop_deliveries_sender" ON "shop_deliveries" USING btree ("connector_id","sender_id") WHERE "shop_deliveries"."sender_id" is not null;--> statement-breakpoint
CREATE INDEX "shop_orders_age" ON "shop_orders" USING btree ("version");