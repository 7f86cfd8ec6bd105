CREATE TABLE "network_formats" (
	"user_id" uuid NOT NULL,
	"header_key" text NOT NULL,
	"network" text NOT NULL,
	"columns" jsonb NOT NULL,
	CONSTRAINT "network_formats_user_id_header_key_pk" PRIMARY KEY("user_id","header_key")
);
--> statement-breakpoint
CREATE TABLE "network_reports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"network" text NOT NULL,
	"file_name" text NOT NULL,
	"until" timestamp with time zone,
	"rows" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "network_rows" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"network" text NOT NULL,
	"key" text NOT NULL,
	"link_id" uuid,
	"click_id" uuid,
	"is_assigned" boolean DEFAULT false NOT NULL,
	"happened_at" timestamp with time zone NOT NULL,
	"micros" bigint NOT NULL,
	"sale_micros" bigint,
	"currency" text NOT NULL,
	"status" text NOT NULL,
	"reported_at" timestamp with time zone NOT NULL,
	"sub_id" text NOT NULL,
	"order_ref" text NOT NULL,
	"item" text NOT NULL,
	"title" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "elsewhere_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "network_formats" ADD CONSTRAINT "network_formats_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_reports" ADD CONSTRAINT "network_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_rows" ADD CONSTRAINT "network_rows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_rows" ADD CONSTRAINT "network_rows_link_id_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."links"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "network_reports_user" ON "network_reports" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "network_rows_key" ON "network_rows" USING btree ("user_id","network","key");--> statement-breakpoint
CREATE INDEX "network_rows_time" ON "network_rows" USING btree ("user_id","happened_at");--> statement-breakpoint
CREATE INDEX "network_rows_link" ON "network_rows" USING btree ("link_id");--> statement-breakpoint
CREATE INDEX "network_rows_unmatched" ON "network_rows" USING btree ("user_id","id") WHERE "network_rows"."link_id" is null;