ALTER TABLE "link_domains" DROP CONSTRAINT "link_domains_domain_unique";--> statement-breakpoint
ALTER TABLE "former_codes" DROP CONSTRAINT "former_codes_domain_id_link_domains_id_fk";
--> statement-breakpoint
ALTER TABLE "link_domains" ADD COLUMN "status" text DEFAULT 'pending' NOT NULL;--> statement-breakpoint
ALTER TABLE "link_domains" ADD COLUMN "token" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "link_domains" ADD COLUMN "validation_counter" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "link_domains" ADD COLUMN "problem" text;--> statement-breakpoint
ALTER TABLE "link_domains" ADD COLUMN "is_main" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "link_domains" ADD COLUMN "last_checked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "link_domains" ADD COLUMN "next_check_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "link_domains" ADD COLUMN "proven_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "link_domains" ADD COLUMN "served_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "link_domains" ADD COLUMN "suspended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "link_domains" ADD COLUMN "created_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "former_codes" ADD CONSTRAINT "former_codes_domain_id_link_domains_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."link_domains"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "link_domains_holder" ON "link_domains" USING btree ("domain") WHERE "link_domains"."status" in ('verified', 'suspended');--> statement-breakpoint
CREATE UNIQUE INDEX "link_domains_user" ON "link_domains" USING btree ("user_id","domain");--> statement-breakpoint
CREATE INDEX "link_domains_due" ON "link_domains" USING btree ("next_check_at") WHERE "link_domains"."next_check_at" is not null;