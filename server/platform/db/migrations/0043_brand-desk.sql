CREATE TABLE "brand_days" (
	"brand_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"human" integer DEFAULT 0 NOT NULL,
	"unique" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "brand_days_brand_id_day_user_id_pk" PRIMARY KEY("brand_id","day","user_id")
);
--> statement-breakpoint
CREATE TABLE "desk_addresses" (
	"brand_id" uuid NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "desk_addresses_brand_id_email_pk" PRIMARY KEY("brand_id","email")
);
--> statement-breakpoint
CREATE TABLE "desk_links" (
	"key_hash" text PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "desk_sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"brand_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "desk_addresses" ADD CONSTRAINT "desk_addresses_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk_links" ADD CONSTRAINT "desk_links_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk_sessions" ADD CONSTRAINT "desk_sessions_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "desk_addresses_email" ON "desk_addresses" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "desk_sessions_token" ON "desk_sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "desk_sessions_brand" ON "desk_sessions" USING btree ("brand_id");